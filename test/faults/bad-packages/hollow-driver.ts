/**
 * A driver with every function of the contract. The one that is named by `throwing` throws: a promise is broken.
 */
const one = (name: string, answer: string) => `() => { fails('${name}'); return ${answer} }`
const later = (name: string, answer: string) => `async ${one(name, answer)}`
const verified = `{ result: 'DONE', evidence: 'x' }`
export const code = `import { defineDriver, implement } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { commonSecrets } from '@linecard/driver-kit/cli'
import { arpInfo, clearCounters, consoleCommand, fdb, reboot, rmon, saveConfig } from '@linecard/driver-kit/modules'
const fails = name => { if (globalThis.throwing === name) throw new Error('in ' + name) }
const at = (name, module, options = {}) => implement(module,
  async () => { fails(name + '.run'); return module.kind === 'read' ? [] : module.example },
  { verify: async () => { fails(name + '.verify'); return ${verified} }, ...options })
const family = {
  id: 'f',
  modules: [systemInfo({ vendor: 'Hollow', noEntity: true }), at('models.family.modules', fdb),
    at('models.family.modules', saveConfig), implement(consoleCommand, session => session.cli.run('x'))],
  console: [at('models.family.console', arpInfo, { source: 'console' }),
    at('models.family.console', clearCounters, { source: 'console' })],
  cli: {
    modes: { main: { prompt: /hollow#/, enter: null } }, main: 'main', pager: [], errors: [/^no$/],
    secrets: commonSecrets,
    onu: {
      show: ${one('models.family.cli.onu.show', `['show']`)},
      more: ${one('models.family.cli.onu.more', '[]')},
      lines: ${one('models.family.cli.onu.lines', '[]')},
      typed: ${one('models.family.cli.onu.typed', '[]')},
      single: /^x/,
    },
  },
  revert: {
    arms: 'commit', minutes: { min: 1, max: 10 },
    instead: ${one('models.family.revert.instead', 'null')},
    arm: ${later('models.family.revert.arm', 'undefined')},
    armed: ${later('models.family.revert.armed', 'true')},
    disarm: ${later('models.family.revert.disarm', 'undefined')},
  },
  notifications: [{ oid: '1.3.6.1.4.1.99999.66.0.1', name: 'hollowSound', kind: 'other',
    port: ${one('models.family.notifications.port', 'null')} }],
}
const before = { ...family, id: 'before', revert: { ...family.revert, arms: 'before' } }
export default defineDriver({ id: 'hollow', vendor: 'Hollow', api: 1, models: [
  { key: 'hollow_one', name: 'Hollow One', type: 'OLT', family, detect: { objectId: '1.3.6.1.4.1.99999.66.1' },
    modules: [at('models.modules', rmon), at('models.modules', reboot)] },
  { key: 'hollow_two', name: 'Hollow Two', type: 'OLT', family: before, detect: { objectId: '1.3.6.1.4.1.99999.66.2' } },
] })
`
