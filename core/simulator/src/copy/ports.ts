import type { Port } from '../simulated/port.ts'
import type { Vlan } from '../simulated/vlan.ts'
import type { StoredDevice } from './stored.ts'

/** The stored VLANs with VLAN 1 first. Undefined: none are stored. */
export function vlansOf({ answers }: StoredDevice): Vlan[] | undefined {
  if (!answers.vlans?.length) return undefined
  const own = answers.vlans
    .filter(({ id }) => id > 1 && id < 4095)
    .map(({ id, name }) => ({ id, name: name ?? `VLAN${id}` }))
    .toSorted((a, b) => a.id - b.id)
  return [{ id: 1, name: answers.vlans.find(({ id }) => id === 1)?.name ?? 'default' }, ...own]
}

const indexes = new WeakMap<StoredDevice, ReturnType<typeof index>>()
const index = ({ answers }: StoredDevice) => ({
  links: Map.groupBy(answers.link_info ?? [], row => row.interface.id),
  texts: new Map((answers.interface_descriptions ?? []).map(row => [row.interface.id, row.description])),
})

/** Description and admin state of a stored port. `id` is its bind key. */
export function copyPort(stored: StoredDevice, id: number, port: Port, now: number): void {
  const known = indexes.get(stored) ?? index(stored)
  indexes.set(stored, known)
  const links = known.links.get(id) ?? []
  port.alias = known.texts.get(id) ?? links.find(row => row.description !== null)?.description ?? ''
  const disabled = links.length > 0 && links.every(row => row.admin_state === 'Disabled')
  port.cable.setAdmin(port.end, !disabled, now)
}
