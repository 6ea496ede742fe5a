# Movebook's image: the API by default, the worker with `python -m worker`. No compiler and no root in what runs.
# A digest pins the base image: --build-arg PYTHON_IMAGE=python:...@sha256:... (docs/operations.md).
ARG PYTHON_IMAGE=python:3.13.13-slim-trixie

FROM ${PYTHON_IMAGE} AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY engines engines
COPY service service
COPY worker worker
COPY viewer viewer
COPY docs/rules docs/rules
COPY locks locks
# Exactly the versions that were tested, each file by its hash; what builds the package is not in what runs.
ENV PIP_NO_CACHE_DIR=1 PIP_PROGRESS_BAR=off
RUN python -m venv /opt/build && /opt/build/bin/pip install --require-hashes -r locks/build.txt \
    && /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .
RUN python -m venv /opt/movebook && /opt/movebook/bin/pip install --require-hashes -r locks/run.txt \
    && /opt/movebook/bin/pip install --no-deps --no-index /wheels/movebook-*.whl

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/movebook movebook
COPY --from=build /opt/movebook /opt/movebook
ENV PATH=/opt/movebook/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MOVEBOOK_HOST=0.0.0.0 \
    MOVEBOOK_PORT=8080 \
    MOVEBOOK_DATA=/var/lib/movebook/data
USER movebook
WORKDIR /var/lib/movebook
EXPOSE 8080
# Of the API; docker-compose.yml has another one for the worker.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"MOVEBOOK_PORT\"]}/healthz', timeout=4)"]
# exec form: the server is process 1 and gets the SIGTERM; granian waits for its own children.
CMD ["python", "-m", "service.run.serve"]
