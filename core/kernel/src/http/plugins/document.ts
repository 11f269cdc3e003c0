import { setImmediate as others } from 'node:timers/promises'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation, RunningPlugin } from '../contract.ts'
import type { NamedSchemas } from '../named-schemas.ts'
import { completeDocument } from '../document/complete.ts'
import { errorSchema, problemSchema } from '../document/errors.ts'
import { encodingFor } from '../accept.ts'
import { codedTag, isKnown } from '../entity-tags.ts'
import { formOf, type Form } from '../document/forms.ts'
import { servedDocument } from '../document/serve.ts'
import { yamlOf } from '../document/yaml.ts'
import { varyBy } from '../vary.ts'

const about = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Linecard',
    version,
    description: 'Network equipment of internet providers: one API for every vendor',
    contact: { name: 'Linecard' },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'This installation' }],
  components: {
    securitySchemes: {
      key: {
        type: 'apiKey' as const,
        in: 'header' as const,
        name: 'X-Auth-Key',
        description: 'Key from POST /api/v1/auth, or one made for a program',
      },
    },
  },
  security: [{ key: [] }],
})

/**
 * Collects the routes for the OpenAPI document. Named schemas come to it later (`completeDocument`): the
 * generator reads the list of all it knows again for each schema of a route.
 */
export const document = fp(
  async (app: FastifyInstance, { version }: { version: string }) => {
    await app.register(swagger, { openapi: about(version) })
  },
  { name: 'linecard-document', fastify: '5.x' },
)

/** swagger-ui sets styles on elements and has its icons as data: addresses. It needs no inline script. */
const uiPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

export interface DocumentPagesOptions {
  operations: readonly Operation[]
  plugins: readonly RunningPlugin[]
  schemas: NamedSchemas
}

/** The forms of the document. Each is made once, when it is first asked for. */
function formsOf(app: FastifyInstance, { operations, plugins, schemas }: DocumentPagesOptions) {
  let json: Promise<Form> | null = null
  let yaml: Promise<Form> | null = null
  const owners = {
    operations: new Map(operations.map(({ plugin, spec }) => [spec.operationId, plugin])),
    requires: new Map(plugins.map(({ plugin }) => [plugin.id, plugin.requires ?? []])),
  }
  /** Each step takes less than 0.1 s, and the process does other work between them. */
  async function made(): Promise<string> {
    const bare = app.swagger()
    await others()
    const complete = await completeDocument(bare, operations, [...schemas.all(), errorSchema, problemSchema])
    await others()
    const served = await servedDocument(complete, owners)
    await others()
    return JSON.stringify(served)
  }
  return {
    json: () => (json ??= made().then(text => formOf('application/json; charset=utf-8', text))),
    async yaml() {
      const { plain } = await this.json()
      yaml ??= yamlOf(JSON.parse(plain.toString()) as object).then(text =>
        formOf('application/yaml; charset=utf-8', text),
      )
      return yaml
    },
  }
}

/** Sends a form as the client takes it, or nothing if the client has it already. */
const sender = (form: () => Promise<Form>) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { type, etag, plain, ...compressed } = await form()
  varyBy(reply, 'Accept-Encoding')
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  reply.header('etag', codedTag(etag, encoding)).header('cache-control', 'no-cache')
  const known = request.headers['if-none-match']
  if (known !== undefined && isKnown(known, etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? compressed[encoding] : plain)
}

/** The document as JSON and YAML, and the page in which operations are tried. */
export const documentPages = fp(
  async (app: FastifyInstance, options: DocumentPagesOptions) => {
    const forms = formsOf(app, options)
    const [json, yaml] = [sender(forms.json), sender(() => forms.yaml())]
    app.get('/swagger/openapi.json', { schema: { hide: true } }, json)
    app.get('/swagger/openapi.yaml', { schema: { hide: true } }, yaml)
    // The page has addresses of its own for the document. It gets the same forms there.
    app.addHook('onRoute', route => {
      if (route.url === '/swagger/json') route.handler = json
      if (route.url === '/swagger/yaml') route.handler = yaml
    })
    await app.register(swaggerUi, {
      routePrefix: '/swagger',
      staticCSP: uiPolicy,
      uiConfig: {
        docExpansion: 'none',
        filter: true,
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        displayOperationId: true,
      },
    })
  },
  { name: 'linecard-document-pages', dependencies: ['linecard-document', 'linecard-etag'], fastify: '5.x' },
)
