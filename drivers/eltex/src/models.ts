import type { Family, Model } from '@linecard/driver-kit'
import { mes, mesAricent, standardOnly } from './families/index.ts'
import { ltpOlt } from './olt/family.ts'
import { power } from './changes.ts'
import { eltex, mesResources, mesTemperatures, radlan } from './tables.ts'

/** All products of Eltex have their number below this node. sysDescr starts with the model's name. */
const products = `${eltex}.1`
/** Scalars of Aricent's agent. */
const aricent2076 = '1.3.6.1.4.1.2076.81.1'

/**
 * The pattern of a series matches a shorter text than the patterns of its models, so a model has priority.
 */
const model = (key: string, name: string, family: Family, descr: RegExp): Model => ({
  key: `eltex_${key}`,
  name: `Eltex ${name}`,
  type: 'SWITCH',
  family,
  detect: { objectId: products, descr },
})
const keyOf = (name: string): string => name.toLowerCase().replace('-', '_')
/**
 * Models of the newer series, with their ports. sysDescr starts with the name: `MES2324B 28-port 1G/10G
 * Managed Switch`.
 */
const mes23xx = (name: string, ports: number): Model => ({
  ...model(keyOf(name), name, mes, new RegExp(`^${name}\\b`)),
  ports,
  ...(name.endsWith('P') && { modules: power }),
})
const aricent = (name: string, ports: number): Model => ({
  ...model(keyOf(name), name, mesAricent, new RegExp(`^${name}\\b`)),
  ports,
})
// The fan table of these models has one column less. The temperature is at the place of a fan of other
// models.
const fiveFans = [mesResources({ fans: 5 }), mesTemperatures({ fans: 5 })]

export const models: readonly Model[] = [
  model('mes14xx', 'MES14xx', mesAricent, /^MES14(?=\d\d)/),
  aricent('MES1428', 28),
  aricent('MES2408', 10),
  aricent('MES2424', 28),
  aricent('MES2424B', 28),
  aricent('MES2424P', 28),
  aricent('MES2428', 28),
  aricent('MES2448', 52),
  aricent('MES2448B', 52),
  model('mes24xx', 'MES24xx', mesAricent, /^MES24(?=\d\d)/),
  model('mes3708', 'MES3708', mesAricent, /^MES3708/),
  model('mes14xx_mes24xx_mes3708p', 'MES34xx, MES37xx', mesAricent, /^MES(?:34|37(?!08))(?=\d\d)/),
  { ...model('mes11xx', 'MES11xx', mes, /^MES11(?=\d\d)/), modules: fiveFans },
  ...['MES1124', 'MES1124M', 'MES1124MB'].map((name): Model => ({ ...mes23xx(name, 28), modules: fiveFans })),
  model('mes23xx', 'MES23xx, MES33xx, MES35xx, MES53xx', mes, /^MES(?:23|33|35|53)(?=\d\d)/),
  mes23xx('MES2300-24', 28),
  mes23xx('MES2300D-24P', 28),
  mes23xx('MES2308', 12),
  mes23xx('MES2308P', 12),
  mes23xx('MES2308R', 10),
  mes23xx('MES2324', 28),
  mes23xx('MES2324B', 28),
  mes23xx('MES2324F', 28),
  mes23xx('MES2324FB', 28),
  mes23xx('MES2324P', 28),
  mes23xx('MES2348B', 52),
  mes23xx('MES2348P', 52),
  mes23xx('MES3308F', 12),
  mes23xx('MES3316F', 20),
  mes23xx('MES3324', 28),
  mes23xx('MES3324F', 28),
  mes23xx('MES3348', 52),
  mes23xx('MES3348F', 52),
  mes23xx('MES5324', 28),
  mes23xx('MES5324A', 28),
  ...(
    [
      ['MES2124', 28],
      ['MES2124F', 28],
      ['MES2124M', 28],
      ['MES2124MB', 28],
      ['MES2124P', 28],
      ['MES3124', 28],
      ['MES3124F', 28],
    ] as const
  ).map(([name, ports]): Model => ({
    ...mes23xx(name, ports),
    modules: name.endsWith('P') ? [...fiveFans, ...power] : fiveFans,
  })),
  { ...model('mes21xx', 'MES21xx, MES31xx', mes, /^MES(?:20|21|31)(?=\d\d)/), modules: fiveFans },
  // Where an operator has replaced sysDescr, the tables of the agent's maker prove what it is.
  {
    ...model('general_switch', 'MES switch', mes, /^MES(?=\d)/),
    detect: [
      { objectId: products, descr: /^MES(?=\d)/ },
      { objectId: products, rows: radlan },
    ],
  },
  {
    ...model('mes_aricent', 'MES switch (Aricent)', mesAricent, /^MES/),
    detect: { objectId: products, rows: aricent2076 },
  },
  {
    key: 'eltex_ltp',
    name: 'Eltex LTP OLT',
    type: 'OLT',
    family: ltpOlt,
    detect: [{ objectId: `${products}.22` }, { objectId: products, descr: /\bLTP-?[248]X/ }],
  },
  // LTP-8N, LTP-16N and LTX have another agent; their ONTs are not read.
  {
    key: 'eltex_ltp_n',
    name: 'Eltex LTP-N, LTX OLT',
    type: 'OLT',
    family: standardOnly,
    detect: [{ objectId: `${products}.209` }, { objectId: products, descr: /\bLT[PX]-?\d/ }],
  },
  {
    key: 'eltex_esr',
    name: 'Eltex ESR router',
    type: 'ROUTER',
    family: standardOnly,
    detect: { objectId: products, descr: /\bESR-?\d/ },
  },
  {
    key: 'eltex_device',
    name: 'Eltex device',
    type: 'SWITCH',
    family: standardOnly,
    detect: { objectId: eltex },
  },
]
