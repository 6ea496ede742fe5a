// Starts the contract's reader on the contract served beside it.
window.addEventListener("load", () => {
  window.SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reader", deepLinking: true, validatorUrl: null });
});
