# Digests cannot be moved, tags can: change both together (docs/operations/install-container.md).
ARG NODE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# No package runs scripts while it is installed, and nothing is compiled: SQLite's binding is inside its package.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM packages AS build
RUN npm ci --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build \
 && node node_modules/vite/bin/vite.js build --config vite.server.config.ts

FROM packages AS runtime
# Sources of SQLite are for machines without a binary.
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=runtime /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
COPY package.json LICENSE ./
# A new volume takes its owner from here.
RUN install -d -o node -g node -m 0700 /data \
 && ln -s /app/dist-server/admin.js /usr/local/bin/sealpost-admin \
 && ln -s /app/dist-server/main.js /usr/local/bin/sealpost-server
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["sealpost-server", "--healthcheck"]
CMD ["node", "--max-semi-space-size=4", "dist-server/main.js"]
