import { implement, type Implementation } from '@linecard/driver-kit'
import { onuSerialHex } from '@linecard/driver-kit/codecs'
import { ponOntsMacAddr, ponOntsSerial, ponOntsVendor, refOf } from '@linecard/driver-kit/modules'
import { isEpon, onusFor } from './interfaces.ts'
import { readOnus, usedTrees } from './rows.ts'
import type { OnuTrees } from './tree.ts'

/** A serial number in all forms that clients use. */
export const serialFields = (serial: string | null) => ({
  _serial_ascii: serial,
  _serial_hex: serial === null ? null : onuSerialHex(serial),
  _vendor_prefix: serial === null || /^[\dA-F]{16}$/.test(serial) ? null : serial.slice(0, 4),
})

/** pon_onts_serial: GPON ONUs. The serial number is null if the OLT does not give it. */
const serials = (trees: OnuTrees): Implementation =>
  implement(ponOntsSerial, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const known = new Map<number, string | null>()
    for (const { serials: table } of await usedTrees(session, trees)) {
      if (table)
        for (const [id, row] of await readOnus(session, table, read))
          known.set(id, row.serial ?? row.authentication ?? null)
    }
    return onus
      .filter(one => known.has(one.id) || !isEpon(one))
      .map(one => {
        const serial = known.get(one.id) ?? null
        return Object.assign({ interface: refOf(one), serial }, serialFields(serial))
      })
  })

/** pon_onts_mac_addr: EPON ONUs. */
const macs = (trees: OnuTrees): Implementation =>
  implement(ponOntsMacAddr, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const known = new Map<number, string | null>()
    for (const { macs: table } of await usedTrees(session, trees)) {
      if (table) for (const [id, row] of await readOnus(session, table, read)) known.set(id, row.mac)
    }
    return onus.flatMap(one =>
      known.has(one.id) ? [{ interface: refOf(one), mac_address: known.get(one.id) ?? null }] : [],
    )
  })

/** pon_onts_vendor: facts that ONUs report. The first table with a value decides. */
const vendors = (trees: OnuTrees): Implementation =>
  implement(ponOntsVendor, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const known = new Map<
      number,
      { vendor?: string | null; model?: string | null; version?: string | null }
    >()
    for (const { vendors: tables = [] } of await usedTrees(session, trees)) {
      for (const table of tables) {
        for (const [id, row] of await readOnus(session, table, read)) {
          const before = known.get(id)
          known.set(id, {
            vendor: before?.vendor ?? row.vendor,
            model: before?.model ?? row.model,
            version: before?.version ?? row.version,
          })
        }
      }
    }
    return onus.map(one => {
      const { vendor = null, model = null, version = null } = known.get(one.id) ?? {}
      return {
        interface: refOf(one),
        vendor,
        model,
        ver_software: null,
        ver_hardware: null,
        ver_firmware: version,
      }
    })
  })

export const identityModules = (trees: OnuTrees): Implementation[] => [
  serials(trees),
  ...(trees.flat().some(tree => tree.macs) ? [macs(trees)] : []),
  vendors(trees),
]
