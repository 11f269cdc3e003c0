import { plugin, type Row } from './rows.ts'

const later = (message: string) => `setTimeout(() => { throw new Error('${message}') }, 20)`
const route = (id: string, work: string) =>
  `routes(routes) {
    routes.get('/${id}', { operationId: '${id}.get', tag: '${id}', summary: 'X', permission: 'public',
      response: T.Null() }, () => { ${work}; return null })
  }`

/** Plugins that are right in their declarations, and throw when nobody waits for them. */
export const unruly: readonly Pick<Row, 'id' | 'kind' | 'code'>[] = [
  { id: 'late-setup', code: plugin('late-setup', `setup() { ${later('a timer of setup')} }`) },
  {
    id: 'late-handler',
    code: plugin(
      'late-handler',
      route('late-handler', `void (async () => { await null; throw new Error('a promise of a handler') })()`),
    ),
  },
  {
    id: 'late-event',
    code: plugin(
      'late-event',
      `setup(ctx) { ctx.events.on('kernel.action', action => {
        if (action.path.includes('device-group')) ${later('a timer of a subscriber')} }) }`,
    ),
  },
  {
    id: 'late-http',
    code: plugin(
      'late-http',
      `http: { permission: 'public', register(app) { app.get('/', async () => { ${later('a timer of a page')}; return '' }) } }`,
    ),
  },
  {
    id: 'late-import',
    code: plugin('late-import', '', later('a timer of the module').replace('20', '1500')),
  },
  {
    id: 'storm',
    code: plugin(
      'storm',
      route('storm', `for (let n = 0; n < 20; n++) void Promise.reject(new Error('thunder'))`),
    ),
  },
  {
    id: 'clumsy',
    // The ninth call also leaves a timer that throws: of those there is one.
    code: plugin(
      'clumsy',
      route('clumsy', `if (++calls === 9) ${later('a timer of a clumsy one')}; null.length`),
      'let calls = 0',
    ),
  },
  { id: 'shelter', code: plugin('shelter', `requires: ['storm']`) },
]
