import {
  defineFamily,
  enumeration,
  implement,
  integer,
  map,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import {
  entityInventory,
  entitySensors,
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  ownResources,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
  temperaturesOf,
} from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { vossChanges } from '../changes.ts'
import { vossCli } from '../cli.ts'
import { vossVlans } from '../voss-vlans.ts'

const rc = (number: string): string => `1.3.6.1.4.1.2272.1.${number}`

/** rcKhiSlotPerfTable of RAPID-CITY, in percent and kilobytes. The first row is the active slot. */
const khi = (column: number) => integer(rc(`85.10.1.1.${column}`))
const kilobytes = (column: number) => map(khi(column), value => value * 1024)
const load = ownResources({ cpu: { util: khi(3) }, memory: { used: kilobytes(6), free: kilobytes(7) } })

/** 1 unknown, 2 up, 3 down. */
const fanStates = { 1: 'Unknown', 2: 'Normal', 3: 'Failed' } as const
/** rcVossSystemFanInfoTable (index: tray, fan), and rcChasFanTable of older systems. */
const trays = table({ status: enumeration(rc('101.1.1.4.1.4'), fanStates, { unknown: 'Unknown' }) })
const fans = table({ status: enumeration(rc('4.7.1.1.2'), fanStates, { unknown: 'Unknown' }) })

const resources = (): Implementation =>
  implement(sysResources, async (session, args) => {
    const base = (await load.run(session, args)) as ResultOf<typeof sysResources>
    if (!wanted(args.load_only, 'fans')) return base
    const inTrays = [...(await readTable(session, trays))].map(([index, { status }]) => ({
      name: `Tray ${index.replace('.', ' fan ')}`,
      status: status ?? ('Unknown' as const),
      speed: null,
    }))
    const found =
      inTrays.length > 0
        ? inTrays
        : [...(await readTable(session, fans))].map(([index, { status }]) => ({
            name: `Fan ${index}`,
            status: status ?? ('Unknown' as const),
            speed: null,
          }))
    return { ...base, fans: found.length > 0 ? found : null }
  })

/** rcVossSystemTemperatureTable, in °C. */
const thermometers = table({ name: text(rc('101.1.1.2.1.2')), value: integer(rc('101.1.1.2.1.3')) })
/**
 * rcSingleCpSystemTemperature. Systems with rcVossSystemTemperatureTable have it for the processor. 0 means
 * no value.
 */
const scalars = table(
  Object.fromEntries(
    ['CPU', 'MAC', 'PHY1', 'PHY2', 'MAC2'].map((name, at) => [
      name,
      integer(rc(`212.${at + 1}.0`), { none: [0] }),
    ]),
  ),
)

const temperatures = (): Implementation =>
  implement(
    sysTemp,
    async session => {
      const rows = [...(await readTable(session, thermometers))].map(([index, { name, value }]) => ({
        name: name ?? `Sensor ${index}`,
        value,
      }))
      return temperaturesOf([
        ...rows,
        ...Object.entries(await readScalars(session, scalars)).flatMap(([name, value]) =>
          value === null ? [] : [{ name, value }],
        ),
      ])
    },
    { override: true },
  )

/** sysDescr: `VSP-7432CQ (8.0.5.0)`. */
const board_software_ver = map(text('1.3.6.1.2.1.1.1.0'), descr => /\(([\d.]+\w*)\)/.exec(descr)?.[1] ?? null)

export const voss = defineFamily({
  id: 'voss',
  cli: vossCli,
  modules: [
    systemInfo({ vendor: 'Extreme Networks', facts: { board_software_ver } }),
    ...ifTable(),
    rmonStats(),
    ...vossVlans(),
    fdbTable(),
    lldp(),
    ...ipMib(),
    resources(),
    ...entitySensors(),
    temperatures(),
    entityInventory(),
    sfpDiagnostics(),
    ...vossChanges(),
  ],
})
