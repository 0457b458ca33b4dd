# All processes of the service; which one a container is, its command says.
FROM node:26.10.0-slim AS dependencies
WORKDIR /service
COPY package.json package-lock.json ./
# The image has its own Node: the one from npm is left out, with everything else that is optional.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY scripts/release/licences.ts ./scripts/release/
RUN node scripts/release/licences.ts THIRD-PARTY-LICENCES.txt

FROM node:26.10.0-slim
ENV NODE_ENV=production
WORKDIR /service
COPY --from=dependencies /service/node_modules ./node_modules
COPY --from=dependencies /service/THIRD-PARTY-LICENCES.txt ./
COPY package.json LICENSE ./
COPY contracts ./contracts
COPY common ./common
COPY markup ./markup
COPY domain ./domain
COPY sealed ./sealed
COPY streams ./streams
COPY results ./results
COPY engine ./engine
COPY http ./http
COPY platform ./platform
COPY command-api ./command-api
COPY query-api ./query-api
COPY agents ./agents
COPY projectors ./projectors
COPY pipeline ./pipeline
COPY workbench ./workbench
# What the workbench shows first.
COPY examples ./examples
COPY apps ./apps
# What evidence model check measures a model with.
COPY eval/articles ./eval/articles
USER node
EXPOSE 8080
# Whether the process lives: while a server is away it is not ready, and a restart would not help. The compose file asks for
# readiness; Kubernetes has probes of its own. The first start of a version may index the library before it answers.
HEALTHCHECK --interval=10s --timeout=5s --retries=6 --start-period=600s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.EVIDENCE_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/serve.mjs", "apps/main.ts"]
