import { cutText } from '@linecard/driver-kit'
import type { Intake, KnownDevice } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalMac } from '../address.ts'
import { probeOf } from './connection/target.ts'
import { accessById, assertLends } from './access/use.ts'
import { assertNetwork } from './addresses.ts'
import { detect } from './detect.ts'
import { createDevice } from './store.ts'
import { Access } from '../entities/index.ts'
import type { Inventory } from '../inventory.ts'
import { tables } from '../tables.ts'
import { profileScope } from '../visibility.ts'

/** Most devices that `alike` returns. */
const maxAlike = 100

/** Devices of all groups: an address or a serial number is taken for every caller. */
async function knownDevices(em: SqlEntityManager, where: Expression<SqlBool>): Promise<KnownDevice[]> {
  const rows = await tables(em)
    .selectFrom('inventory_device as d')
    .leftJoin('inventory_model as m', 'm.id', 'd.model_id')
    .select(['d.id', 'd.ip', 'd.name', 'd.group_id', 'd.mac', 'd.serial', 'm.key', 'm.name as model'])
    .where(where)
    .orderBy('d.id')
    .execute()
  return rows.map(({ key, model, ...device }) => ({
    ...device,
    model: key === null ? null : { key, name: model ?? key },
  }))
}

/** A MAC address in the inventory's form; empty for one that is none. */
function macOf(text: string): string {
  try {
    return canonicalMac(text)
  } catch {
    return ''
  }
}
/** What a device says of itself, as the inventory stores it. */
const plain = (text: string, most: number): string =>
  cutText(
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .toWellFormed(),
    most,
  )

/** What a plugin that finds devices asks of the inventory. */
export function intakeService(inventory: Inventory): Intake {
  const { ctx } = inventory
  return {
    async profiles(ids, caller) {
      const em = ctx.em()
      const where = { id: { $in: [...ids] }, ...(await profileScope(em, caller)) }
      const rows = await em.find(Access, where)
      return rows.map(({ id, name }) => ({ id, name }))
    },
    async assertSearch({ access_ids: ids, group_id: groupId, cidr }, caller) {
      await assertNetwork(ctx.em(), caller, cidr)
      for (const id of ids) assertLends(caller, await accessById(ctx.em(), caller, id), groupId)
    },
    async access(ids) {
      const rows = await ctx.em().find(Access, { id: { $in: [...ids] } }, { populate: ['secrets'] })
      return rows.map(access => ({ id: access.id, snmp: probeOf(ctx, access.name, access).snmp }))
    },
    within: cidr => knownDevices(ctx.em(), sql`d.ip <<= ${cidr}::inet`),
    async alike({ ips, mac, serial }) {
      const known = mac === null ? '' : macOf(mac)
      const devices = await knownDevices(
        ctx.em(),
        sql`(d.ip = any (${[...ips]}::inet[]) or (d.mac <> '' and d.mac = ${known})
          or (d.serial <> '' and d.serial = ${serial ?? ''}))`,
      )
      return devices.slice(0, maxAlike)
    },
    async detect(address, asking) {
      const { model, tier, name, location, mac, serial, descr, object_id } = await detect(
        inventory,
        address,
        asking,
      )
      const own = mac === null ? '' : macOf(mac)
      return {
        name,
        location,
        mac: own === '' ? null : own,
        serial: serial || null,
        descr,
        object_id,
        tier,
        model: model && { id: model.id, key: model.key, name: model.name, type: model.type },
      }
    },
    async add({ name, location, serial, description, ...device }, caller) {
      const { id } = await createDevice(inventory, caller, {
        ...device,
        name: plain(name, 200),
        location: plain(location, 500),
        serial: plain(serial, 100),
        description: plain(description, 5000),
      })
      return { id }
    },
  }
}
