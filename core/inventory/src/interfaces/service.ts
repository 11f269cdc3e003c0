import type { Caller, Interfaces, NamedInterface } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { cardOf } from '../onus/card.ts'
import { isId } from '../service.ts'
import { interfaceById } from './find.ts'
import { onDevice } from './on-device.ts'

/** What other plugins ask of the stored interfaces. */
export function interfacesService({ ctx }: Inventory): Interfaces {
  const several = async (ids: readonly number[], { groupIds }: Caller): Promise<NamedInterface[]> => {
    const groups = groupIds && `{${groupIds.join(',')}}`
    return ctx.em().execute<NamedInterface[]>(
      `
      select i.id, i.device_id, i.bind_key::text, i.parent_bind_key::text, i.name, i.type, i.status, i.description,
        json_build_object('id', d.id, 'ip', host(d.ip), 'name', d.name) as device
      from unnest(?::int[]) with ordinality as wanted (id, nth) join inventory_interface i on i.id = wanted.id join inventory_device d on d.id = i.device_id
      where ?::int[] is null or d.group_id = any(?::int[]) order by wanted.nth`,
      [`{${ids.filter(isId).join(',')}}`, groups, groups],
    )
  }
  return {
    several,
    async onDevice(deviceId, wanted, caller) {
      const id = await onDevice(ctx.em(), deviceId, wanted, caller)
      return id === null ? null : ((await several([id], caller))[0] ?? null)
    },
    async card(id, caller) {
      const em = ctx.em()
      return cardOf(em, await interfaceById(em, caller, isId(id) ? id : 0))
    },
    async named(id, caller) {
      const [found] = await several([id], caller)
      if (!found) throw fail('INVENTORY_INTERFACE_UNKNOWN', { id })
      return found
    },
  }
}
