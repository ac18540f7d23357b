# The app alone, for a Supabase that the environment names. Node 24, no root, nothing written to disk.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# npm keeps the compiler, an optional peer of packages. Node runs no TypeScript of a package and reads no source map.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -r node_modules/typescript \
  && find node_modules -type f -regex '.*\.\([cm]?ts\|map\)' -delete

FROM node:24-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY supabase/migrate.ts supabase/list-migrations.ts ./supabase/
COPY supabase/migrations ./supabase/migrations
COPY package.json server.ts ./
COPY --from=build /app/build ./build
# The number of `node`, because Kubernetes does not believe that a name is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.ts"]
