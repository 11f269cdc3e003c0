/** A third-party package with one wrong declaration, and what the operator is told. */
export interface Row {
  id: string
  kind?: 'plugin' | 'driver'
  /** The code of the package. */
  code: string
  /** Block `linecard` of its package.json, where it is not `{ kind, id, api: 1 }`. */
  manifest?: unknown
  /** Key of its component, where it is not the usual one. */
  key?: string
  state?: 'incompatible' | 'blocked'
  /** Only tried at the start: it takes half a minute. */
  slow?: true
  /** The whole reason. */
  reason: string
}

const head = `import { definePlugin } from '@linecard/plugin-kit'
import { defineDriver } from '@linecard/driver-kit'
import { defineEntity, p } from '@mikro-orm/core'
import { Type as T } from 'typebox'
`
export const plugin = (id: string, slots: string, before = ''): string =>
  `${head}${before}\nexport default definePlugin({ id: '${id}', api: 1, ${slots} })\n`

/** A plugin with one route, whose spec is right up to these members. */
const route = (id: string, members: string, path = `/${id}`, before = ''): string =>
  plugin(
    id,
    `routes(routes) {
      routes.get('${path}', { operationId: '${id}.get', tag: '${id}', summary: 'X', permission: 'public',
        response: T.Null(), ${members} }, () => null)
    }`,
    before,
  )
const driver = (id: string, model: string): string =>
  `${head}\nconst family = { id: 'f', modules: [] }
export default defineDriver({ id: '${id}', vendor: '${id}', api: 1, models: [
  { key: '${id}_one', name: 'One', type: 'SWITCH', family, ${model} },
] })\n`

/** Routes: what `routes` declares, and how it clashes with the core. */
const routes: Row[] = [
  {
    id: 'bad-tag',
    code: route('bad-tag', `tag: 'nonsense'`),
    reason: 'GET /bad-tag: tag "nonsense" is unknown: use "bad-tag", or one that the document has',
  },
  {
    id: 'no-permission',
    code: route('no-permission', `scope: 'all', permission: undefined`),
    reason: 'GET /no-permission: permission is missing: a key, "signed-in" or "public"',
  },
  {
    id: 'no-scope',
    code: route('no-scope', `permission: 'signed-in'`),
    reason:
      'GET /no-scope: scope is missing: "group" (an object of device groups), "user" (of a user) or "all" ' +
      '(it holds for everybody, and who is limited to device groups cannot change it)',
  },
  {
    id: 'bad-permission',
    code: route('bad-permission', `scope: 'all', permission: 'nobody_has_it'`),
    reason:
      'GET /bad-permission: permission "nobody_has_it" is declared by no plugin: ' +
      'declare it in "permissions", or correct it',
  },
  {
    id: 'bad-operation',
    code: route('bad-operation', `operationId: 'other.get'`),
    reason: 'GET /bad-operation: operationId "other.get" must start with "bad-operation."',
  },
  {
    id: 'two-faults',
    code: route('two-faults', `summary: '', response: undefined`),
    reason:
      'GET /two-faults: summary is missing: a few words for the document, ' +
      'response schema is missing: T.Null() if there is nothing to answer',
  },
  {
    id: 'bad-path',
    code: route('bad-path', `params: T.Object({ id: T.Integer() })`, '/device/:id'),
    reason: 'GET /device/:id: is already declared by "inventory": choose another path',
  },
  {
    id: 'twice',
    code: plugin(
      'twice',
      `routes(routes) {
        const spec = { operationId: 'twice.get', tag: 'twice', summary: 'X', permission: 'public', response: T.Null() }
        for (const path of ['/twice/a', '/twice/b']) routes.get(path, spec, () => null)
      }`,
    ),
    reason:
      'GET /twice/b: operationId "twice.get" is already used by GET /twice/a of "twice": choose another one',
  },
  {
    id: 'no-handler',
    code: plugin(
      'no-handler',
      `routes(routes) {
        routes.get('/no-handler', { operationId: 'no-handler.get', tag: 'no-handler', summary: 'X',
          permission: 'public', response: T.Null() })
      }`,
    ),
    reason: 'GET /no-handler: the handler is missing: path, spec and handler are the three arguments',
  },
  {
    id: 'no-spec',
    code: plugin('no-spec', `routes(routes) { routes.get('/no-spec') }`),
    reason: 'GET /no-spec: the spec is missing: path, spec and handler are the three arguments',
  },
  {
    id: 'throwing-routes',
    code: plugin('throwing-routes', `routes() { throw new Error('no such table') }`),
    reason: 'routes: threw: no such table; do what can fail in "setup"',
  },
  {
    id: 'async-routes',
    code: plugin('async-routes', `async routes() { throw new Error('later') }`),
    reason: 'routes: must be synchronous: read what it needs in "setup"',
  },
  {
    id: 'bad-url',
    code: route('bad-url', `params: T.Object({ id: T.Integer() })`, '/bad-url/:id('),
    reason: 'GET /bad-url/:id(: Invalid regexp expression in "/api/v1/bad-url/:id("',
  },
]

/** Schemas, which all plugins share in one validator, one Fastify and one document. */
const schemas: Row[] = [
  {
    id: 'bad-body',
    code: plugin(
      'bad-body',
      `routes(routes) {
        routes.post('/bad-body', { operationId: 'bad-body.set', tag: 'bad-body', summary: 'X', permission: 'public',
          body: { type: 'object', properties: { a: { type: 'nonsense' } } }, response: T.Null() }, () => null)
      }`,
    ),
    reason:
      'POST /bad-body: body schema is invalid: properties/a/type must be equal to one of the allowed values',
  },
  {
    id: 'bad-query',
    code: route('bad-query', `query: T.Object({ a: T.String({ pattern: '[' }) })`),
    reason:
      'GET /bad-query: query schema is invalid: Invalid regular expression: /[/u: Unterminated character class',
  },
  {
    id: 'bad-response',
    code: route('bad-response', `response: { type: 'object', properties: { a: { type: 'nonsense' } } }`),
    reason:
      'GET /bad-response: response 200 schema is invalid: properties/data/properties/a/type ' +
      'must be equal to one of the allowed values',
  },
  {
    id: 'bad-named',
    code: plugin('bad-named', `schemas: [{ $id: 'bad-named.A', type: 'nonsense' }]`),
    reason: 'schema "bad-named.A": type must be equal to one of the allowed values',
  },
  {
    id: 'bad-ref',
    code: route('bad-ref', `response: { $ref: 'bad-ref.Nowhere#' }`),
    reason:
      'schema "bad-ref.Nowhere": is referred to, but declared by no plugin: add it to "schemas", or correct the $ref',
  },
  {
    id: 'bad-local-ref',
    code: route('bad-local-ref', `response: { type: 'object', properties: { a: { $ref: '#/nowhere' } } }`),
    reason: 'GET /bad-local-ref: response 200 schema is invalid: Cannot find reference "#/nowhere"',
  },
  {
    id: 'bad-param-ref',
    code: route('bad-param-ref', `query: T.Object({ a: { $ref: 'bad-param-ref.Nowhere#' } })`),
    reason:
      "GET /bad-param-ref: query schema is invalid: can't resolve reference bad-param-ref.Nowhere# from id #",
  },
  {
    id: 'bad-name',
    code: route('bad-name', `response: T.Object({}, { $id: 'inventory.Mine' })`),
    reason:
      'GET /bad-name: schema "inventory.Mine": $id must start with "bad-name."; ' +
      'the schema of another plugin needs it in "requires"',
  },
  {
    id: 'two-names',
    code: plugin(
      'two-names',
      `schemas: [T.Object({ a: T.String() }, { $id: 'two-names.A' }), T.Object({ b: T.String() }, { $id: 'two-names.A' })]`,
    ),
    reason: 'schemas: schema "two-names.A": two different schemas have this $id, rename one',
  },
  {
    id: 'no-name',
    code: plugin('no-name', `schemas: [T.Object({})]`),
    reason: 'schemas[0]: $id is missing: name it "no-name.<Name>"',
  },
  {
    id: 'circular',
    code: route(
      'circular',
      'response: loop',
      '/circular',
      `const loop = T.Object({}); loop.properties.a = loop`,
    ),
    reason: 'GET /circular: a schema contains itself: give it a name ($id) and refer to it by $ref',
  },
]

/** The other slots of a plugin. */
const slots: Row[] = [
  {
    id: 'absent-requires',
    code: plugin('absent-requires', `requires: ['nothing']`),
    reason:
      'requires "nothing", which is not there: add the package of "nothing" to "plugins" in the config, ' +
      'or correct "requires"',
  },
  {
    id: 'circle-a',
    code: plugin('circle-a', `requires: ['circle-b']`),
    reason: 'requires itself in a circle, circle-a → circle-b → circle-a: remove one of these "requires"',
  },
  {
    id: 'circle-b',
    code: plugin('circle-b', `requires: ['circle-a']`),
    reason: 'requires itself in a circle, circle-b → circle-a → circle-b: remove one of these "requires"',
  },
  {
    id: 'dependant',
    code: plugin('dependant', `requires: ['bad-tag']`),
    state: 'blocked',
    reason: 'needs bad-tag, which is failed',
  },
  {
    id: 'same-permission',
    code: plugin(
      'same-permission',
      `permissions: { device_show: { label: 'A', description: 'B', group: 'C' } }`,
    ),
    reason: 'the permission "device_show" belongs to plugin "inventory" already: name it "same_permission_…"',
  },
  {
    id: 'bad-permissions',
    code: plugin('bad-permissions', `permissions: { a: { label: 'A' } }`),
    reason: 'permissions.a: description is missing: a text; permissions.a: group is missing: a text',
  },
  {
    id: 'bad-entity',
    code: plugin(
      'bad-entity',
      `entities: [Bad]`,
      `const Bad = defineEntity({ name: 'Bad', tableName: 'bad_entity_bad', properties: { name: p.string() } })`,
    ),
    reason: 'entities: Bad entity is missing @PrimaryKey()',
  },
  {
    id: 'foreign-table',
    code: plugin(
      'foreign-table',
      `migrations: [{ name: 'foreign-table/0001_x', up: 'create table weather_report (id integer)', down: '' }]`,
    ),
    reason: 'migration foreign-table/0001_x: table "weather_report" must be named "foreign_table_<noun>"',
  },
  {
    id: 'station',
    code: plugin(
      'station',
      `migrations: [{ name: 'station/0001_x', up: 'create table station_log_line (id integer)', down: '' }]`,
    ),
    reason:
      'the table "station_log_line" belongs to plugin "station-log" already: ' +
      'a table of this plugin begins with "station_"',
  },
  {
    id: 'bad-migration',
    code: plugin(
      'bad-migration',
      `migrations: [{ name: 'bad-migration/0001_x', up: 'create tabel x ()', down: '' }]`,
    ),
    reason:
      'migration bad-migration/0001_x, line 1 could not be applied, nothing of its batch was: syntax error at or near "tabel"',
  },
  {
    id: 'bad-config',
    code: plugin('bad-config', `config: T.Object({ size: { type: 'nonsense' } })`),
    reason:
      'config: is no valid JSON schema: properties/size/type must be equal to one of the allowed values',
  },
  {
    id: 'no-config',
    code: `export default { id: 'no-config', api: 1, setup: () => ({}) }`,
    reason: 'config: is missing: use definePlugin',
  },
  {
    id: 'throwing-setup',
    code: plugin('throwing-setup', `setup() { throw new Error('cannot reach the moon') }`),
    reason: 'setup threw: cannot reach the moon (index.js:6)',
  },
  {
    id: 'endless-setup',
    slow: true,
    code: plugin('endless-setup', `setup: () => new Promise(() => {})`),
    reason:
      'setup did not end within 30 s: let it begin long work without waiting for it, or do that in a job',
  },
  {
    id: 'bad-cron',
    code: plugin(
      'bad-cron',
      `jobs: { sweep: { summary: 'X', cron: '61 * * * *', timeoutSec: 5, run: async () => {} } }`,
    ),
    reason:
      'jobs.sweep: cron "61 * * * *" is wrong (minute, hour, day of month, month, day of week, UTC): ' +
      'Constraint error, got value 61 expected range 0-59',
  },
  {
    id: 'bad-job',
    code: plugin('bad-job', `jobs: { sweep: { summary: 'X', cron: '1 * * * *', timeoutSec: 0 } }`),
    reason:
      'jobs.sweep: timeoutSec must be a whole number of seconds above 0; jobs.sweep: run is missing: a function',
  },
  {
    id: 'bad-metric',
    code: plugin(
      'bad-metric',
      `metrics: () => [{ name: 'Bad Name', help: 'X', type: 'gauge', collect: () => [] }]`,
    ),
    reason: 'metrics: metric "Bad Name" must be named linecard_<what>_<unit>',
  },
  {
    id: 'same-metric',
    code: plugin(
      'same-metric',
      `metrics: () => [{ name: 'linecard_http_requests_total', help: 'X', type: 'counter', collect: () => [] }]`,
    ),
    reason: 'metrics: metric "linecard_http_requests_total" is given twice',
  },
  {
    id: 'throwing-http',
    code: plugin(
      'throwing-http',
      `http: { permission: 'public', register() { throw new Error('no page to show') } }`,
    ),
    reason: 'http: register threw: no page to show',
  },
  {
    id: 'bad-http',
    code: plugin('bad-http', `http: { permission: '', prefix: '/A/:b', register() {} }`),
    reason:
      'http: permission is missing: a key, "signed-in" or "public", ' +
      'the prefix must be a path such as /component/stickers, in lower case and without parameters',
  },
  {
    id: 'bad-http-schema',
    code: plugin(
      'bad-http-schema',
      `http: { permission: 'public', register(app) {
        app.post('/x', { schema: { body: { type: 'nonsense' } } }, async () => '') } }`,
    ),
    reason:
      'http: POST /api/v1/component/bad-http-schema/x: body schema is invalid: type must be equal to one of the allowed values',
  },
  {
    id: 'bad-search',
    code: plugin('bad-search', `search: { device: { label: 'X', find: async () => [] } }`),
    reason: 'the search type "device" belongs to plugin "inventory" already: name the type of hit otherwise',
  },
]

/** The package around the definition. */
const packages: Row[] = [
  {
    id: 'old-api',
    code: plugin('old-api', ''),
    manifest: { kind: 'plugin', id: 'old-api', api: 9 },
    state: 'incompatible',
    reason:
      'made for contract 9, and this kernel speaks contract 1: ' +
      'update Linecard, or install an older version of the package',
  },
  {
    id: 'no-default',
    code: `export const plugin = 1`,
    reason: 'has no default export made by definePlugin: write "export default definePlugin({…})"',
  },
  {
    id: 'throwing-import',
    code: `throw new Error('boom at import')`,
    reason: 'cannot be loaded: boom at import (index.js:1)',
  },
  {
    id: 'missing-peer',
    code: `import 'left-padder'\nexport default {}`,
    reason: 'imports left-padder, which is not installed: npm install left-padder',
  },
  {
    id: 'bad-syntax',
    code: `export const a = 1\nexport default {`,
    reason: 'cannot be loaded: Unexpected end of input (index.js:2)',
  },
  {
    id: 'other-id',
    code: plugin('another', ''),
    reason: 'its code calls itself "another", its package.json "other-id": they must agree',
  },
  {
    id: 'no-manifest',
    code: plugin('no-manifest', ''),
    manifest: null,
    reason: 'is no Linecard package: it has no block "linecard" in its package.json',
  },
  {
    id: 'weather-again',
    code: plugin('weather', ''),
    manifest: { kind: 'plugin', id: 'weather', api: 1 },
    key: 'weather~2',
    reason:
      'package "weather-again" calls itself plugin "weather", as package "weather" does, which comes first: ' +
      'remove one of them from "plugins" in the config',
  },
]

const drivers: Row[] = [
  {
    id: 'second',
    kind: 'driver',
    code: driver('second', `detect: { objectId: '1.3.6.1.4.1.99999.1' }`),
    reason:
      'second/second_one cannot be distinguished from first_one of driver first: ' +
      'both have the sysObjectID 1.3.6.1.4.1.99999.1, ' +
      'and sysDescr and probes do not decide; ' +
      'give one of them a "descr" or a "probe" that the other does not match, or remove one of the drivers from the config',
  },
  {
    id: 'baddriver',
    kind: 'driver',
    code: driver('baddriver', `detect: {}`),
    reason:
      'baddriver/baddriver_one is detected by neither sysObjectID nor sysDescr: give detect an objectId or a descr',
  },
  {
    id: 'baddescr',
    kind: 'driver',
    code: driver('baddescr', `detect: { objectId: '1.3.6.1.4.1.99999.7', descr: { test: () => false } }`),
    reason: 'baddescr/baddescr_one sysDescr is no regular expression',
  },
  {
    id: 'badprobe',
    kind: 'driver',
    code: driver(
      'badprobe',
      `detect: { objectId: '1.3.6.1.4.1.99999.8', probe: { oid: '1.3.6.1.2.1.1.5.0', matches: { test() { throw 1 } } } }`,
    ),
    reason: 'badprobe/badprobe_one probe is no regular expression',
  },
  {
    id: 'throwing-driver',
    kind: 'driver',
    code: `throw new Error('no MIB')`,
    reason: 'cannot be loaded: no MIB (index.js:1)',
  },
]

export const rows: readonly Row[] = [...routes, ...schemas, ...slots, ...packages, ...drivers]

/** Packages without a fault. They come first in the config. */
export const good: readonly Pick<Row, 'id' | 'kind' | 'code'>[] = [
  {
    id: 'weather',
    code: plugin(
      'weather',
      `routes(routes) {
        routes.get('/weather', { operationId: 'weather.get', tag: 'weather', summary: 'Weather',
          permission: 'public', response: T.Object({ sky: T.String() }) }, () => ({ sky: 'clear' }))
      }`,
    ),
  },
  {
    id: 'station-log',
    code: plugin(
      'station-log',
      `migrations: [{ name: 'station-log/0001_x', up: 'create table station_log_line (id integer)',
        down: 'drop table station_log_line' }]`,
    ),
  },
  { id: 'first', kind: 'driver', code: driver('first', `detect: { objectId: '1.3.6.1.4.1.99999.1' }`) },
]
