import {
  implement,
  integer,
  map,
  readTable,
  scaled,
  table,
  text,
  truth,
  type Family,
} from '@linecard/driver-kit'
import {
  bgp4,
  ifTable,
  ipMib,
  ownResources,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
  temperaturesOf,
} from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { timosCli } from './cli.ts'
import { timosLldp } from './timos-lldp.ts'
import { timosMedia, timosOptics } from './timos-optics.ts'

/** tmnxSRObjs of TIMETRA-GLOBAL-MIB. */
const objects = '1.3.6.1.4.1.6527.3.1.2'
/**
 * TIMETRA-SYSTEM-MIB: sgiCpuUsage, sgiKbMemoryPoolAllocated (memory that pools have allocated) and
 * sgiKbMemoryAvailable (memory that is left). One kilobyte of this MIB is 1000 octets.
 */
const kilobytes = (number: number) => scaled(`${objects}.1.1.${number}`, { by: 1000 })

/**
 * tmnxHwTable of TIMETRA-CHASSIS-MIB. A column shows which parts have a thermometer. The other parts answer
 * −128.
 */
const hardware = table({
  name: text(`${objects}.2.1.8.1.8`),
  measured: truth(`${objects}.2.1.8.1.17`),
  value: integer(`${objects}.2.1.8.1.18`, { none: [-128] }),
})
const temperatures = implement(sysTemp, async session =>
  temperaturesOf(
    [...(await readTable(session, hardware))].flatMap(([index, { name, measured, value }]) =>
      measured ? [{ name: name ?? `Part ${index}`, value }] : [],
    ),
  ),
)

/** sysDescr: `TiMOS-C-23.10.R3 cpm/hops64 Nokia 7750 SR Copyright …`. */
const board_software_ver = map(text('1.3.6.1.2.1.1.1.0'), descr => /\bTiMOS-(\S+)/.exec(descr)?.[1] ?? null)

/**
 * Nokia SR OS (TiMOS): 7750, 7450, 7705, 7250, 7210. VLANs (SAPs) and FDB are in MIBs of the vendor. The
 * driver does not read these MIBs, so the modules are absent.
 */
export const timos: Family = {
  id: 'timos',
  cli: timosCli,
  modules: [
    systemInfo({ vendor: 'Nokia', facts: { board_software_ver } }),
    ownResources({
      cpu: { util: integer(`${objects}.1.1.1`) },
      memory: { used: kilobytes(11), free: kilobytes(10) },
    }),
    temperatures,
    timosOptics(),
    timosMedia(),
    sfpDiagnostics(),
    ...ifTable(),
    rmonStats(),
    timosLldp(),
    ...ipMib(),
    ...bgp4(),
  ],
}
