import { implement, integer, map, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import { meanOf, ownResources, systemInfo } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'

/** WLSX-SYSTEMEXT-MIB of controllers with ArubaOS. */
const ext = (number: string): string => `1.3.6.1.4.1.14823.2.2.1.2.1.${number}`
const octets = (oid: string) => map(integer(oid), kilobytes => kilobytes * 1024)

/** sysExtProcessorLoad: percent of each processor of the supervisor and of the data path. */
const processors = table({ load: integer(ext('13.1.3')) })

/** Load where the release has no wlsxSysExtCpuUsedPercent. */
const meanLoad: Implementation = implement(
  sysResources,
  async (session, { load_only }) => {
    const rows = wanted(load_only, 'cpu') ? [...(await readTable(session, processors)).values()] : []
    const util = meanOf(rows.map(({ load }) => load))
    const cpu = util === null ? null : { util, _cpu_count: rows.length }
    return { cpu, memory: null, disk: null, interfaces: null, cards: null, fans: null }
  },
  { source: 'WLSX-SYSTEMEXT-MIB' },
)

/** What controllers with ArubaOS have beside the standard MIBs: identity, load and memory. */
export const arubaOs: readonly Implementation[] = [
  systemInfo({
    vendor: 'HPE',
    facts: {
      board_hardware_ver: text(ext('27.0')),
      board_software_ver: text(ext('28.0')),
      serial_num: text(ext('29.0')),
    },
  }),
  {
    ...ownResources({
      cpu: { util: integer(ext('30')) },
      memory: { total: octets(ext('15.1.2')), used: octets(ext('15.1.3')), free: octets(ext('15.1.4')) },
    }),
    next: [meanLoad],
  },
]
