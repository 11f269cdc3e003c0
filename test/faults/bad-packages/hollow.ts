import { plugin } from './rows.ts'

/**
 * A plugin with every function of the contract. The one that is named throws; one that promises something
 * throws before it gives its promise, or the promise is broken.
 */
export const throwing = (
  name: string | null,
  thrown: Error | null = null,
  when: 'at once' | 'later' = 'later',
): void => void Object.assign(globalThis, { throwing: name, thrown, atOnce: when === 'at once' })

const one = (name: string, answer = 'null') => `() => { fails('${name}'); return ${answer} }`
const later = (name: string, answer = 'null') =>
  `() => { if (globalThis.atOnce) fails('${name}'); return (async () => { fails('${name}'); return ${answer} })() }`
const texts = `label: 'X', hint: 'X', format: 'text', templates: { alert: 'x', resolved: 'x', notification: 'x' }`
const rules = `[{ name: 'hollow_rule', group: 'hollow', for_sec: 60, severity: 'warning', title: 'x',
  description: 'x', metric: 'interface_receive_errors_total', function: 'rate', comparison: '>', threshold: 1,
  window_sec: 300 }]`
export const code = plugin(
  'hollow',
  `
  setup: () => ({}),
  metrics: () => { fails('metrics'); return [{ name: 'linecard_hollow_things', help: 'X', type: 'gauge',
    *collect() { yield { value: 1 }; fails('metrics.collect') } }] },
  usage: ${later('usage', '{}')},
  rules: ${one('rules', rules)},
  started: ${later('started')},
  stop: ${later('stop')},
  jobs: { work: { summary: 'X', cron: '0 0 1 1 *', timeoutSec: 60, run: ${later('jobs.run')} } },
  pollers: { hollow_rows: { summary: 'X', intervalSec: 60, modules: [catalogue.values().next().value],
    store: ${later('pollers.store')}, every: ${one('pollers.every', '60')}, argsFor: ${one('pollers.argsFor')} } },
  keeps: { rows: { modules: [catalogue.values().next().value], keep: ${later('keeps.keep')} } },
  pollStores: { interfaces_status: { store: ${later('pollStores.store')} } },
  conditions: { hollow_ground: { label: 'X', severity: 'warning', holding: ${later('conditions.holding', '[]')} } },
  channels: { hollow: { ${texts}, missing: ${one('channels.missing')}, check: ${one('channels.check', "''")},
    shown: ${one('channels.shown', "''")}, send: ${later('channels.send')} } },
  commands: { say: { summary: 'X', run: ${later('commands.run')} } },
  search: { hollow: { label: 'X', find: ${later('search.find', '[]')} } },
  places: { hollow: { label: 'X', near: ${later('places.near', '[]')} } },
  http: { permission: 'public', register(app) { app.get('/', ${later('http.handler', "''")}) } },
  routes(routes) {
    routes.get('/hollow', { operationId: 'hollow.get', tag: 'hollow', summary: 'X', permission: 'public',
      response: T.Null() }, ${one('routes.handler')})
  }`,
  `import { catalogue } from '@linecard/driver-kit/modules'
  const fails = name => { if (globalThis.throwing === name) throw globalThis.thrown ?? new Error('in ' + name) }`,
)
