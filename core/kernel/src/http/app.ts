import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import type { Plugin } from '@linecard/plugin-kit'
import type { Config } from '../config/schema.ts'
import { fail } from '../errors.ts'
import type { Pino } from '../log/index.ts'
import { lateCheck, serializers } from './compilers.ts'
import { enforce, operationsOf, type Operation } from './contract.ts'
import { doubtsOf, proxyCheck } from './doubt.ts'
import { lanes } from './etag.ts'
import { refusal } from './errors.ts'
import { parseJson } from './json.ts'
import { mount, standardBodyLimit, type MountTools } from './mount.ts'
import { errorShape } from './openapi.ts'
import { isTagged } from './operation-schema.ts'
import { pages, type PageTools } from './pages.ts'
import { answerFailures, sendFailure } from './replies.ts'
import { pathOf, saneId } from './requests.ts'
import { createShapes, type Shape } from './shapes.ts'
import { tags } from './tags.ts'
import { mountUpload } from './upload-scope.ts'
import { validators } from './validators.ts'

export interface AppParts
  extends
    Omit<MountTools, 'shapes' | 'lane' | 'hasEtag' | 'doubt'>,
    Omit<PageTools, 'metricsPublic' | 'doubt'> {
  plugins: readonly { plugin: Plugin; context: unknown }[]
  /** Keys that any plugin declares, running or not: a failed one must not take others with it. */
  permissions: ReadonlySet<string>
  http: Config['http']
  version: string
  log: Pino
  /** Checks and serialisers are made when they are first needed: for commands. */
  late?: boolean
  /** True while the service ends: answers close their connections. */
  stopping(): boolean
}

/** One generation of the HTTP application. It never changes; other plugins make another one. */
export interface App {
  readonly operations: readonly Operation[]
  handle(request: IncomingMessage, response: ServerResponse): void
  /** A request that comes from this process. */
  call(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Requests at work. */
  active(): number
  close(): Promise<void>
}

function refuseForeignHost(trusted: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const host = request.hostname
    if (
      trusted.length === 0 ||
      trusted.includes(host) ||
      host === 'localhost' ||
      isIP(host.replace(/^\[|\]$/g, '')) !== 0
    )
      return
    throw fail('HOST_UNKNOWN')
  }
}

async function commonParts(app: FastifyInstance, parts: AppParts): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Linecard',
        version: parts.version,
        description: 'Network equipment of internet providers: one API for every vendor',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Auth-Key',
            description: 'Key from POST /api/v1/auth, or one made for a program',
          },
        },
      },
      security: [{ key: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `kernel.Unnamed${index}`,
    },
  })
  // The service speaks plain HTTP; what encrypts in front of it decides on HSTS.
  await app.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  const { max, window_sec } = parts.http.rate_limit
  await app.register(rateLimit, {
    max,
    timeWindow: window_sec * 1000,
    cache: 10_000,
    hook: 'onRequest',
    allowList: request => parts.tickets.holds(request.headers[parts.tickets.header]),
  })
}

function commonHooks(app: FastifyInstance, parts: AppParts): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('keepAs', null)
  app.decorateRequest('failure', null)
  app.decorateRequest('acting', null)
  app.decorateRequest('told', false)
  const hostKnown = refuseForeignHost(parts.http.trusted_hosts)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    await hostKnown(request)
  })
  app.addHook('onSend', async (_, reply) => {
    if (parts.stopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    parts.metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    // Asked every few seconds by machines; a log full of it hides the rest.
    request.log[/^\/(health|metrics)/.test(route) ? 'debug' : 'info'](
      {
        method: request.method,
        path: pathOf(request.url),
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        user_id: request.caller?.userId ?? null,
        code: request.failure?.code,
      },
      'request',
    )
  })
  app.removeAllContentTypeParsers()
  for (const type of ['application/json', /^application\/[\w.-]+\+json/]) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
      parseJson(body),
    )
  }
  // A client that sends no body may say any type, or none.
  app.addContentTypeParser('*', async (_: FastifyRequest, payload: NodeJS.ReadableStream) => {
    for await (const piece of payload)
      if ((piece as Buffer).length > 0) throw Object.assign(new Error('media type'), { statusCode: 415 })
  })
}

/** Mounts a form in a scope of its own: elsewhere multipart stays refused, and each has its own limits. */
async function mountForm(
  app: FastifyInstance,
  operation: Operation,
  tools: MountTools,
  compile: ReturnType<typeof validators>,
): Promise<void> {
  await app.register(async scope => {
    const fileSize = operation.spec.bodyLimit ?? standardBodyLimit
    await scope.register(multipart, {
      attachFieldsToBody: 'keyValues',
      limits: { fileSize, fieldSize: fileSize, fields: 200, files: 10, parts: 210, fieldNameSize: 200 },
    })
    scope.setValidatorCompiler(part => compile({ ...part, schema: part.schema as object, coerce: true }))
    mount(scope, operation, tools)
  })
}

/**
 * Builds the application of the plugins that run.
 * @throws ContractError for a plugin that breaks the rules of routes and schemas
 */
export async function buildApp(parts: AppParts): Promise<App> {
  const operations = parts.plugins.flatMap(({ plugin, context }) => operationsOf(plugin, context))
  enforce(operations, { permissions: parts.permissions, tags: new Set(Object.keys(tags)) })

  const app = Fastify({
    loggerInstance: parts.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: request => saneId(request.headers['x-request-id']) ?? crypto.randomUUID(),
    trustProxy: parts.http.trusted_proxies.length > 0 ? proxyCheck(parts.http.trusted_proxies) : false,
    bodyLimit: standardBodyLimit,
    routerOptions: { maxParamLength: 512 },
    schemaController: serializers(parts),
    // Addresses that cannot be decoded. Fastify's own answer would repeat them, keys and all.
    frameworkErrors: (_, request, reply) => {
      reply.header('x-request-id', request.id)
      return sendFailure(request, reply, refusal(400))
    },
    // Never listens: the socket belongs to the front door, which hands requests to the present generation.
    serverFactory: handler => createServer(handler),
  })
  const shapes = createShapes()
  for (const { plugin } of parts.plugins)
    for (const schema of plugin.schemas ?? []) shapes.refer(plugin.id, schema)
  const tagged = new Set(operations.filter(isTagged).map(({ path }) => path))
  const doubt = doubtsOf(parts.http)
  const tools: MountTools = { ...parts, doubt, shapes, lane: lanes(), hasEtag: path => tagged.has(path) }

  await commonParts(app, parts)
  commonHooks(app, parts)
  answerFailures(app, operations)
  // All schemas of the routes are made before the first is mounted: Fastify wants every named shape at its
  // root first.
  for (const operation of operations) namedShapes(operation, shapes)
  shapes.finish()
  for (const shape of [...shapes.all(), errorShape]) app.addSchema(shape)
  const compile = validators(shapes.all())
  const checkOf = (part: { schema: unknown; httpPart?: string }) =>
    compile({ ...part, schema: part.schema as object })
  app.setValidatorCompiler(parts.late ? part => lateCheck(() => checkOf(part)) : checkOf)
  for (const operation of operations) {
    if (operation.spec.upload) await mountUpload(app, operation, tools, compile)
    else if (operation.spec.multipart) await mountForm(app, operation, tools, compile)
    else mount(app, operation, tools)
  }
  await pages(app, operations, { ...parts, doubt, metricsPublic: parts.http.metrics_public })
  await app.ready()

  let active = 0
  return {
    operations,
    active: () => active,
    handle(request, response) {
      active++
      response.once('close', () => {
        active--
      })
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
    close: () => app.close(),
  }
}

function namedShapes({ plugin, spec }: Operation, shapes: ReturnType<typeof createShapes>): void {
  for (const schema of [spec.response, spec.meta, spec.upload ? undefined : spec.body])
    if (schema) shapes.refer(plugin, schema as unknown as Shape)
}
