import { plugin } from './rows.ts'

const texts = `label: 'X', hint: 'X', format: 'text', templates: { alert: 'x', resolved: 'x', notification: 'x' }`
const hit = `{ id: 1, title: 'neighbour', text: '', status: null, device: null, interface: null,
  coordinates: { lat: 1, lon: 1 }`

/** A plugin without a fault that has a part in every list that is made of all plugins. */
export const code = plugin(
  'neighbour',
  `
  metrics: () => [{ name: 'linecard_neighbour_things', help: 'X', type: 'gauge', collect: () => [{ value: 1 }] }],
  usage: async () => ({ neighbours: 1 }),
  rules: () => [{ name: 'neighbour_rule', group: 'neighbour', for_sec: 60, severity: 'warning', title: 'x',
    description: 'x', metric: 'interface_receive_errors_total', function: 'rate', comparison: '>', threshold: 1,
    window_sec: 300 }],
  jobs: { work: { summary: 'X', cron: '0 0 1 1 *', timeoutSec: 60, run: async () => null } },
  pollers: { neighbour_rows: { summary: 'X', intervalSec: 60, modules: [catalogue.values().next().value],
    store: async () => {}, every: () => 60, argsFor: () => ({}) } },
  pollStores: { interfaces_status: { store: async () => {} } },
  conditions: { neighbour_ground: { label: 'X', severity: 'warning', holding: async () => [] } },
  channels: { neighbour: { ${texts}, missing: () => null, check: (ctx, value) => value, shown: value => value,
    send: async () => {} } },
  search: { neighbour: { label: 'X', find: async () => [${hit}, matched: { field: 'x', value: 'x' }, rank: 1 }] } },
  places: { neighbour: { label: 'X', near: async () => [${hit}, distance_m: 1 }] } }`,
  `import { catalogue } from '@linecard/driver-kit/modules'`,
)
