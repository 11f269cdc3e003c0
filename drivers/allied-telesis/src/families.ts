import {
  defineFamily,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import {
  bgp4,
  hostResources,
  ifControl,
  meanOf,
  radlanResources,
  radlanTemperatures,
  switchMibs,
  systemInfo,
  temperatureTable,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import { at8000Changes, plusChanges } from './changes.ts'
import { at8000Console, plusConsole, plusIdentity } from './console.ts'

const vendor = 'Allied Telesis'
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const
/**
 * cpuUtilisationStackTable of AT-SYSINFO-MIB, in percent: last minute, 10 seconds, 5 minutes. Index: member
 * of the stack.
 */
const processors = table({
  min1: integer('1.3.6.1.4.1.207.8.4.4.3.3.8.1.4'),
  sec10: integer('1.3.6.1.4.1.207.8.4.4.3.3.8.1.5'),
  min5: integer('1.3.6.1.4.1.207.8.4.4.3.3.8.1.8'),
})
const base = hostResources()
/**
 * sys_resources: memory from HOST-RESOURCES-MIB. The load is the mean of all members of the stack, from a
 * table of the vendor.
 */
const plusResources = (): Implementation =>
  implement(sysResources, async (session, args) => {
    const found = (await base.run(session, args)) as ResultOf<typeof sysResources>
    const members =
      wanted(args.load_only, 'cpu') || wanted(args.load_only, 'cards')
        ? [...(await readTable(session, processors))]
        : []
    const util = meanOf(members.map(([, { min1, sec10 }]) => min1 ?? sec10))
    if (util === null) return found
    return {
      ...found,
      cpu: wanted(args.load_only, 'cpu')
        ? {
            util,
            _util1min: meanOf(members.map(([, { min1 }]) => min1)),
            _util5min: meanOf(members.map(([, { min5 }]) => min5)),
            _cpu_count: members.length,
          }
        : null,
      cards:
        wanted(args.load_only, 'cards') && members.length > 1
          ? members.map(([id, { min1, sec10 }]) => ({
              id: Number(id),
              name: `Member ${id}`,
              cpu_load: min1 ?? sec10,
              memory_usage: null,
            }))
          : null,
    }
  })
/** atEnvMon2TemperatureTable of AT-ENVMONv2-MIB, °C. Index: member of the stack, board, sensor. */
const thermometers = '1.3.6.1.4.1.207.8.4.4.3.12.3.1'

/** AT-8000S has RADLAN's agent. */
export const at8000 = defineFamily({
  id: 'at-8000',
  cli: industryCli({ paging: ['terminal datadump'], configure: 'configure' }),
  console: at8000Console,
  modules: [
    systemInfo({ vendor }),
    radlanResources(radlan),
    radlanTemperatures(radlan),
    ...switchMibs(),
    ...at8000Changes(),
  ],
})

export const alliedwarePlus = defineFamily({
  id: 'alliedware-plus',
  cli: industryCli({ backup: { end: /^end$/ } }),
  console: plusConsole,
  identity: plusIdentity,
  modules: [
    systemInfo({ vendor }),
    plusResources(),
    temperatureTable({ name: text(`${thermometers}.4`), value: integer(`${thermometers}.5`) }),
    ...switchMibs(),
    ...bgp4(),
    ...plusChanges(),
  ],
})

export const standard = defineFamily({
  id: 'standard',
  modules: [systemInfo({ vendor }), hostResources(), ...switchMibs(), ...ifControl()],
})
