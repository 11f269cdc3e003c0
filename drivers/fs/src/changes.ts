import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/**
 * Ruijie's software: `write` ends with `[OK]`, `reload` asks `Reload system?(Y/N)`. The driver makes no
 * changes on software of other makers, because their consoles are not known well enough.
 */
export const ruijieChanges = () =>
  industryControl({
    description: { max: 80, quote: 'line' },
    save: { command: 'write', done: /\[OK\]/ },
    reboot: { command: 'reload', answers: confirmed },
    clear: { command: 'clear counters', answers: confirmed },
  })
