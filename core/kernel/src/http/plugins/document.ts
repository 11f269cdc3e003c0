import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../contract.ts'
import type { NamedSchemas } from '../named-schemas.ts'
import { completeDocument } from '../document/complete.ts'
import { errorSchema, problemSchema } from '../document/errors.ts'
import { yamlOf } from '../document/yaml.ts'

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

/** Collects the routes for the OpenAPI document. Fastify needs every named schema before the first route. */
export const document = fp(
  async (app: FastifyInstance, { version, schemas }: { version: string; schemas: NamedSchemas }) => {
    await app.register(swagger, {
      openapi: about(version),
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json['$id'] === 'string' ? json['$id'] : `kernel.Unnamed${index}`,
      },
    })
    for (const schema of [...schemas.all(), errorSchema, problemSchema]) app.addSchema(schema)
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

/** The document as JSON and YAML, and the page in which operations are tried. */
export const documentPages = fp(
  async (app: FastifyInstance, { operations }: { operations: readonly Operation[] }) => {
    let made: { json: string; object: object } | null = null
    let yaml: Promise<string> | null = null
    const complete = () => {
      if (made) return made
      const object = completeDocument(app.swagger(), operations)
      made = { object, json: JSON.stringify(object) }
      return made
    }
    app.get('/swagger/openapi.json', { schema: { hide: true } }, (_, reply) =>
      reply.type('application/json; charset=utf-8').serializer(String).send(complete().json),
    )
    app.get('/swagger/openapi.yaml', { schema: { hide: true } }, async (_, reply) =>
      reply.type('application/yaml; charset=utf-8').send(await (yaml ??= yamlOf(complete().object))),
    )
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
      transformSpecification: () => complete().object as never,
      transformSpecificationClone: false,
    })
  },
  { name: 'linecard-document-pages', dependencies: ['linecard-document'], fastify: '5.x' },
)
