# syntax=docker/dockerfile:1

# One version for all stages: SQLite's binding is compiled for exactly this Node.
ARG NODE=node:22.23.3-bookworm-slim

FROM ${NODE} AS packages
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# No package runs scripts while it is installed; the one that must be compiled is named.
FROM packages AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM packages AS runtime
# The headers are in the image: nothing is fetched but what the lock file names.
ENV npm_config_build_from_source=true npm_config_nodedir=/usr/local
RUN npm ci --omit=dev --ignore-scripts \
 && npm rebuild better-sqlite3 \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/build/Release/obj*

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=runtime /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
COPY package.json LICENSE ./
# A new volume takes its owner from here.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist-server/main.js"]
