// Starts the contract's reader on the contract served beside it.
window.addEventListener("load", () => {
  const reader = document.getElementById("reader");
  // Its lists to choose from have no names.
  new MutationObserver(() => {
    for (const select of reader.querySelectorAll("select:not([aria-label])"))
      select.setAttribute("aria-label", select.closest("[data-name], [data-param-name]")?.textContent || "Choice");
  }).observe(reader, { childList: true, subtree: true });
  window.SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reader", deepLinking: true, validatorUrl: null });
});
