import type { Intake, KnownDevice } from '@linecard/plugin-kit'
import { canonicalMac } from './address.ts'
import { probeOf } from './connection.ts'
import { detect } from './devices/detect.ts'
import { createDevice } from './devices/service.ts'
import { Access } from './entities/index.ts'
import type { Inventory } from './inventory.ts'

const mostAlike = 100

interface Row extends Omit<KnownDevice, 'model'> {
  model_key: string | null
  model: string | null
}
const knownOf = ({ model_key: key, model, ...row }: Row): KnownDevice => ({
  ...row,
  model: key === null ? null : { key, name: model ?? key },
})
const known =
  'select d.id, host(d.ip) as ip, d.name, d.group_id, d.mac, d.serial, m.key as model_key, m.name as model from inventory_device d left join inventory_model m on m.id = d.model_id'

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
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, most)
    .toWellFormed()

/** What whoever finds devices asks of the inventory. */
export function intakeService(inventory: Inventory): Intake {
  const { ctx } = inventory
  return {
    profiles: async ids =>
      (await ctx.em().find(Access, { id: { $in: [...ids] } }, { fields: ['id', 'name'] })).map(
        ({ id, name }) => ({ id, name }),
      ),
    async access(ids) {
      const rows = await ctx.em().find(Access, { id: { $in: [...ids] } }, { populate: ['secrets'] })
      return rows.map(access => ({ id: access.id, snmp: probeOf(ctx, access.name, access).snmp }))
    },
    within: async cidr =>
      (await ctx.em().execute<Row[]>(`${known} where d.ip <<= ?::inet`, [cidr])).map(knownOf),
    async alike({ ips, mac, serial }) {
      const rows = await ctx
        .em()
        .execute<Row[]>(
          `${known} where d.ip in (select value::inet from jsonb_array_elements_text(?::jsonb)) or (d.mac <> '' and d.mac = ?) or (d.serial <> '' and d.serial = ?) order by d.id limit ?`,
          [JSON.stringify(ips), mac === null ? '' : macOf(mac), serial ?? '', mostAlike],
        )
      return rows.map(knownOf)
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
