import { implement, type Implementation } from '@linecard/driver-kit'
import { filterInterfaces, readIfTable } from '@linecard/driver-kit/builders'
import { interfacesList } from '@linecard/driver-kit/modules'

/**
 * interfaces_list with the parent of units: the parent of `ge-0/0/1.0` is its port or bundle. `irb.301` and
 * `vlan.301` are VLAN interfaces.
 */
export const unitsOfPorts = (): Implementation =>
  implement(
    interfacesList,
    async (session, args) => {
      const all = await readIfTable(session)
      const byName = new Map(all.map(one => [one.name, one.id]))
      return filterInterfaces(
        all.map(one => {
          const [, base] = /^(.+)\.\d+$/.exec(one.name) ?? []
          const parent = base === undefined ? null : (byName.get(base) ?? null)
          return {
            ...one,
            parent,
            ...(base === 'irb' || base === 'vlan'
              ? { type: 'VLAN' }
              : /^ae\d+$/.test(one.name)
                ? { type: 'LACP' }
                : {}),
          }
        }),
        args,
      )
    },
    { override: true },
  )
