import {
  bgp4, dbmOfWatts, entityInventory, fdbTable, ifTable, implement, integer, ipMib, lldp, map, opticalTable, ownResources, qBridgeVlans, readTable, rmonStats, scaled, sfpDiagnostics, systemInfo,
  sysTemp, table, temperaturesOf, text, truth, type Family,
} from '@linecard/driver-kit'

/** tmnxSRObjs of TIMETRA-GLOBAL-MIB. */
const objects = '1.3.6.1.4.1.6527.3.1.2'
/** sgiCpuUsage, sgiKbMemoryUsed, sgiKbMemoryAvailable of TIMETRA-SYSTEM-MIB; their kilobyte has 1000 octets. */
const kilobytes = (number: number) => scaled(`${objects}.1.1.${number}`, { by: 1000 })

/** tmnxHwTable of TIMETRA-CHASSIS-MIB. Parts without a thermometer say so, and −128. */
const hardware = table({ name: text(`${objects}.2.1.8.1.8`), measured: truth(`${objects}.2.1.8.1.17`), value: integer(`${objects}.2.1.8.1.18`, { none: [-128] }) })
const temperatures = implement(sysTemp, async session =>
  temperaturesOf([...await readTable(session, hardware)].flatMap(([index, { name, measured, value }]) => measured ? [{ name: name ?? `Part ${index}`, value }] : [])))

/** tmnxDigitalDiagMonitorTable of TIMETRA-PORT-MIB, as SFF-8472 has it, of chassis 1: the port's index is its ifIndex. */
const monitor = (column: number): string => `${objects}.2.4.31.1.${column}.1`
const power = (column: number) => map(scaled(monitor(column), { by: 1e-7, decimals: 7 }), dbmOfWatts)
const optics = opticalTable({
  temp: scaled(monitor(1), { by: 1 / 256, decimals: 2 }), vcc: scaled(monitor(6), { by: 0.0001 }), tx_bias: scaled(monitor(11), { by: 0.002 }), tx_power: power(16), rx_power: power(21),
})

/** sysDescr: `TiMOS-C-23.10.R3 cpm/hops64 Nokia 7750 SR Copyright …`. */
const board_software_ver = map(text('1.3.6.1.2.1.1.1.0'), descr => /\bTiMOS-(\S+)/.exec(descr)?.[1] ?? null)

/** Nokia SR OS (TiMOS): 7750, 7450, 7705, 7250, 7210. VLANs, FDB and LLDP stand in its own MIBs. */
export const timos: Family = {
  id: 'timos',
  modules: [
    systemInfo({ vendor: 'Nokia', facts: { board_software_ver } }), ownResources({ cpu: { util: integer(`${objects}.1.1.1`) }, memory: { used: kilobytes(9), free: kilobytes(10) } }), temperatures, optics,
    entityInventory(), sfpDiagnostics(), ...ifTable(), rmonStats(), ...qBridgeVlans(), fdbTable(), lldp(), ...ipMib(), ...bgp4(),
  ],
}
