import { implement, type Implementation } from '../contract/implementation.ts'
import { isUnder } from '../oid.ts'
import { onuSerialHex } from '../codecs/index.ts'
import { ponOntsMacAddr, ponOntsSerial, ponOntsVendor, refOf } from '../modules/index.ts'
import { fetchCells } from './cells.ts'
import { allOnus } from './all-onus.ts'
import { chosenOnus, isEpon } from './interfaces.ts'
import { noting, readOnus } from './rows.ts'
import type { Olt, OnuTable, VendorField } from './tree.ts'
import { usedTrees } from './used-trees.ts'

/** A serial number in all forms that clients use. */
export const serialFields = (serial: string | null) => ({
  _serial_ascii: serial,
  _serial_hex: serial === null ? null : onuSerialHex(serial),
  _vendor_prefix: serial === null || /^[\dA-F]{16}$/.test(serial) ? null : serial.slice(0, 4),
})

/** pon_onts_serial: GPON ONUs. The serial number is null if the OLT does not give it. */
const serials = (olt: Olt): Implementation =>
  implement(ponOntsSerial, async (session, args) => {
    const chosen = await chosenOnus(session, olt, args.interface)
    const read = chosen ?? 'all'
    const known = new Map<number, string | null>()
    for (const { serials: table } of await usedTrees(session, olt)) {
      if (table)
        for (const [id, row] of await readOnus(session, olt, table, read))
          known.set(id, row.serial ?? row.authentication ?? null)
    }
    const onus = chosen ?? (await allOnus(session, olt, known))
    return onus
      .filter(one => known.has(one.id) || !isEpon(one))
      .map(one => {
        const serial = known.get(one.id) ?? null
        return Object.assign({ interface: refOf(one), serial }, serialFields(serial))
      })
  })

/** pon_onts_mac_addr: EPON ONUs. */
const macs = (olt: Olt): Implementation =>
  implement(ponOntsMacAddr, async (session, args) => {
    const chosen = await chosenOnus(session, olt, args.interface)
    const read = chosen ?? 'all'
    const known = new Map<number, string | null>()
    for (const { macs: table } of await usedTrees(session, olt)) {
      if (table) for (const [id, row] of await readOnus(session, olt, table, read)) known.set(id, row.mac)
    }
    const onus = chosen ?? (await allOnus(session, olt, known))
    return onus.flatMap(one =>
      known.has(one.id) ? [{ interface: refOf(one), mac_address: known.get(one.id) ?? null }] : [],
    )
  })

/**
 * pon_onts_vendor: facts that ONUs report. The first table with a value decides. A value that did not arrive
 * from one table is not taken from the next one: it may be another value.
 */
const vendors = (olt: Olt): Implementation =>
  implement(ponOntsVendor, async (session, args) => {
    const chosen = await chosenOnus(session, olt, args.interface)
    const read = chosen ?? 'all'
    const known = new Map<number, Partial<Record<VendorField, string | null>>>()
    for (const { vendors: tables = [] } of await usedTrees(session, olt)) {
      if (read !== 'all' && read.length === 1 && tables.length > 1)
        await fetchCells(
          session,
          olt,
          tables.map(table => [table as OnuTable, read]),
        )
      const lost = new Set<string>()
      for (const table of tables) {
        const missing: string[] = []
        for (const [id, row] of await readOnus(noting(session, missing), olt, table, read)) {
          const before = known.get(id) ?? {}
          const more = Object.entries(row).filter(([name]) => !lost.has(name))
          const told = Object.entries(before).filter(([, value]) => value !== null)
          known.set(id, { ...before, ...Object.fromEntries(more), ...Object.fromEntries(told) })
        }
        for (const [name, { oid }] of Object.entries(table.columns))
          if (missing.some(what => isUnder(what, oid))) lost.add(name)
      }
    }
    const onus = chosen ?? (await allOnus(session, olt, known))
    return onus.map(one => {
      const row = known.get(one.id) ?? {}
      const { vendor = null, model = null, version = null, software = null, hardware = null } = row
      return {
        interface: refOf(one),
        vendor,
        model,
        ver_software: software,
        ver_hardware: hardware,
        ver_firmware: version,
      }
    })
  })

/** pon_onts_serial, pon_onts_mac_addr and pon_onts_vendor, as far as the trees have their data. */
export const identityModules = (olt: Olt): Implementation[] => {
  const trees = olt.trees.flat()
  return [
    ...(trees.some(({ technology }) => !technology.endsWith('epon')) ? [serials(olt)] : []),
    ...(trees.some(tree => tree.macs) ? [macs(olt)] : []),
    ...(trees.some(tree => tree.vendors) ? [vendors(olt)] : []),
  ]
}
