import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import type { Driver } from '@linecard/driver-kit'
import type { Action, Auth, Component } from '@linecard/plugin-kit'
import type { Config } from '../config/schema.ts'
import type { Pino } from '../log/index.ts'
import { homeOf } from './home/answer.ts'
import { chargedCompile, serializers } from './compilers.ts'
import { contractFaults, type ContractFaults } from './contract-faults.ts'
import { enforce, operationsOf, type Operation, type RunningPlugin } from './contract.ts'
import { refusal } from './errors.ts'
import { sendFailure } from './failure-reply.ts'
import type { Idempotency } from './idempotency-store.ts'
import type { DatabaseState } from '../database/index.ts'
import type { Metrics } from './metrics.ts'
import { namedSchemasOf } from './operation-schema.ts'
import { actionLog } from './plugins/action-log.ts'
import { body } from './plugins/body.ts'
import { compression } from './plugins/compression.ts'
import { document, documentPages } from './plugins/document.ts'
import { envelope } from './plugins/envelope.ts'
import { etag } from './plugins/etag.ts'
import { failures } from './plugins/failures.ts'
import { guard } from './plugins/guard.ts'
import { home } from './plugins/home.ts'
import { idempotency } from './plugins/idempotency.ts'
import { identity, safeId, type Tickets } from './plugins/identity.ts'
import { input } from './plugins/input.ts'
import { operations, standardBodyLimit } from './plugins/operations.ts'
import { origins } from './plugins/origins.ts'
import { pages } from './plugins/pages.ts'
import { protection } from './plugins/protection.ts'
import { requestLog } from './plugins/request-log.ts'
import { shutdown } from './plugins/shutdown.ts'
import { openAnswers, slots, type OpenAnswers } from './plugins/slots.ts'
import { distrustOf, proxyCheck } from './proxies.ts'
import { enforceSlots } from './slots.ts'
import { tags } from './tags.ts'
import type { ResourceLock } from './resource-lock.ts'
import { validators } from './validators.ts'

export interface AppOptions {
  plugins: readonly RunningPlugin[]
  /** Permissions of all plugins, running or not: a failed plugin must not make the others invalid. */
  permissions: ReadonlySet<string>
  http: Config['http']
  version: string
  log: Pino
  tickets: Tickets
  idempotency: Idempotency
  lock: ResourceLock
  metrics: Metrics
  auth(): Auth
  /** Name that the operator gave to the installation. */
  name(): string
  components(): readonly Component[]
  databaseState(): Promise<DatabaseState>
  /** True while the service stops: answers close their connections. */
  stopping(): boolean
  /** Called once for each recorded operation, when its answer is known. The answer waits for it. */
  onAction(action: Action): Promise<void>
  /** The drivers that run. The action log masks secrets in commands as their consoles write them. */
  drivers(): readonly Driver[]
}

/** One HTTP application. It never changes: another set of plugins is another application. */
export interface App {
  readonly operations: readonly Operation[]
  handle(request: IncomingMessage, response: ServerResponse): void
  /** A request from this process. */
  call(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Number of requests without their complete answer. */
  active(): number
  /** Ends what the slots `http` of these plugins still send. */
  endSlots(plugins: readonly string[]): void
  close(): Promise<void>
}

const createFastify = (
  { log, http }: AppOptions,
  schemaController: FastifyServerOptions['schemaController'],
): FastifyInstance =>
  Fastify({
    loggerInstance: log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: request => safeId(request.headers['x-request-id']) ?? crypto.randomUUID(),
    trustProxy: http.trusted_proxies.length > 0 ? proxyCheck(http.trusted_proxies) : false,
    bodyLimit: standardBodyLimit,
    exposeHeadRoutes: false,
    // These plugins wait while others have work: a time-out would blame what is being mounted.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    schemaController,
    // For addresses that cannot be decoded. Fastify's own answer would repeat the address with its key.
    frameworkErrors: (_, request, reply) => {
      reply.header('x-request-id', request.id)
      return sendFailure(request, reply, refusal(400))
    },
    // Never listens: the socket belongs to the listener, which hands requests to the present application.
    serverFactory: handler => createServer(handler),
  })

function handOver(app: FastifyInstance, declared: readonly Operation[], answers: OpenAnswers): App {
  let active = 0
  return {
    operations: declared,
    active: () => active,
    handle(request, response) {
      active++
      response.once('close', () => {
        active--
      })
      // Node has seen the HEAD and sends no body (RFC 9110, 9.3.2): a route of its own is not needed for it.
      if (request.method === 'HEAD') request.method = 'GET'
      app.routing(request, response)
    },
    async call(request) {
      active++
      try {
        return await app.inject(request)
      } finally {
        active--
      }
    },
    endSlots: answers.end,
    close: () => app.close(),
  }
}

/** The operations of all plugins, in their order, and the faults of those that break the contract. */
function declaredBy({ plugins, permissions }: AppOptions, faults: ContractFaults): Operation[] {
  const byPlugin = new Map(
    plugins.map(running => [
      running.plugin.id,
      faults.attempt(running.plugin.id, 'routes', () => operationsOf(running)) ?? [],
    ]),
  )
  // Of two that clash the later one in the config is at fault, wherever it stands in the document.
  const inTurn = plugins.toSorted((a, b) => a.rank - b.rank)
  enforce(
    inTurn.flatMap(({ plugin }) => byPlugin.get(plugin.id)!),
    { permissions, tags: new Set(Object.keys(tags)) },
    faults,
  )
  enforceSlots(
    plugins.map(({ plugin }) => plugin),
    permissions,
    faults,
  )
  return [...byPlugin.values()].flat()
}

/** @throws ContractError for plugins whose routes break the contract. Their schemas are not checked */
export function checkRoutes(options: AppOptions): void {
  const faults = contractFaults()
  declaredBy(options, faults)
  faults.refuse()
}

/**
 * Builds the application of the plugins that run. Hooks of one kind run in the order of this list.
 * @throws ContractError for plugins that break the rules of routes and schemas
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { plugins, http, tickets, metrics, version } = options
  const faults = contractFaults()
  const declared = declaredBy(options, faults)
  const schemas = namedSchemasOf(plugins, declared, faults)
  const compile = validators(schemas.named, faults)
  faults.refuse()
  const answers = openAnswers()
  const answer = homeOf(options)
  const charged = chargedCompile(declared, plugins, faults)
  const app = createFastify(options, serializers(schemas.named, charged))

  try {
    await app.register(identity)
    await app.register(shutdown, options)
    await app.register(origins, options)
    await app.register(protection, { http, tickets })
    await app.register(failures, { operations: declared, home: answer })
    await app.register(requestLog, { metrics })
    await app.register(document, { version })
    await app.register(body)
    await app.register(guard, { auth: options.auth, tickets, distrust: distrustOf(http) })
    await app.register(input, { compile, schemas, charged })
    await app.register(actionLog, options)
    await app.register(idempotency, { store: options.idempotency })
    await app.register(envelope)
    await app.register(etag, { operations: declared, tickets, lock: options.lock })
    await app.register(compression)
    await app.register(operations, { operations: declared, schemas, compile, faults })
    await app.register(slots, { plugins, answers, faults })
    await app.register(pages, { ...options, metricsPublic: http.metrics_public })
    await app.register(home, { answer })
    await app.register(documentPages, { operations: declared, plugins, schemas })
    await app.ready()
    faults.refuse()
  } catch (error) {
    await app.close().catch(() => undefined)
    faults.refuse()
    throw error
  }
  return handOver(app, declared, answers)
}
