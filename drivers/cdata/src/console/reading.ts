import { consoleSource, DeviceError, implement, type Implementation } from '@linecard/driver-kit'
import {
  hostFilter,
  ponOntsServiceProfile,
  refOf,
  refusedOnts,
  snoopingInfo,
  uniInterfacesStatus,
} from '@linecard/driver-kit/modules'
import { findInterface, uniStatus, unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { ponMode } from '../cli.ts'
import { portsOf } from '../fdb.ts'
import { parseAutofind } from '../parse/autofind.ts'
import { parseBindings, parseBlacklist, parseServicePorts } from '../parse/tables.ts'
import { parseUniAttribute, parseUniState } from '../parse/uni.ts'
import { listed, named } from './ask.ts'

const source = { source: consoleSource } as const

/** ONUs that wait. Firmware 3 does not fill the table of the agent. */
export const consoleWaiting = (olt: Olt): Implementation => ({
  ...unregisteredModule(olt, [
    {
      type: 'gpon',
      read: async session =>
        parseAutofind(await listed(session, 'show ont autofind all')).map(({ slot, port, ...facts }) => ({
          facts,
          port: { shelf: 0, slot, port },
        })),
    },
  ]),
  ...source,
})

/**
 * Ethernet ports of one ONU with speed and duplex. The OLT asks the ONU for them, so they are never read for
 * all ONUs.
 */
export const consoleUnis = (olt: Olt, technology: 'gpon' | 'epon'): Implementation =>
  implement(
    uniInterfacesStatus,
    async (session, args) => {
      if (args.interface === undefined)
        throw new DeviceError('Unsupported', 'The console shows the ports of one ONU: give the interface')
      const one = await findInterface(session, olt, args.interface)
      const place = olt.places.placeOf(one.id)
      if (one.type !== 'ONU' || !place) return []
      const mode = ponMode(technology, place.slot)
      const onu = `${place.port} ${place.onu} eth all`
      const states = parseUniState(await listed(session, `show ont port state ${onu}`, mode))
      const set = new Map(
        parseUniAttribute(await listed(session, `show ont port attribute ${onu}`, mode)).map(row => [
          row.num,
          row,
        ]),
      )
      return [
        {
          interface: refOf(one),
          unis: states.map(({ num, type, speed, duplex, link }) => {
            const own = set.get(num)
            return {
              num,
              status: uniStatus(own?.admin ?? null, link),
              admin_state: own?.admin ?? null,
              speed,
              duplex,
              type,
              ...(own && { admin_speed: own.speed, vlan: own.vlan, flow_control: own.flowControl }),
            }
          }),
        },
      ]
    },
    source,
  )

/** DHCP bindings. The OLT filters by one port, address or VLAN; the rest is filtered here. */
export const consoleBindings = (olt: Olt, mode?: string): Implementation =>
  implement(
    snoopingInfo,
    async (session, args) => {
      const one = args.interface === undefined ? null : await findInterface(session, olt, args.interface)
      const rows = parseBindings(await listed(session, 'show dhcp security-table', mode))
      const ports = await portsOf(session)
      const wanted = hostFilter({ ...args, mac: args.mac_address })
      return rows.flatMap(({ mac, ip, vlan, port, onu, remaining, type }) => {
        const behind = named(olt, ports, port, onu)
        const fits =
          wanted({ ip, mac, vlan_id: vlan }) && (!one || behind?.id === one.id || behind?.parent === one.id)
        return fits
          ? [
              {
                interface: behind ? refOf(behind) : null,
                mac_address: mac,
                vlan_id: vlan,
                ip,
                remaining,
                _type: type,
              },
            ]
          : []
      })
    },
    source,
  )

/** Service ports of a PON port or an ONU, or all. */
export const consoleServicePorts = (olt: Olt): Implementation =>
  implement(
    ponOntsServiceProfile,
    async (session, args) => {
      const one = args.interface === undefined ? null : await findInterface(session, olt, args.interface)
      const place = one && olt.places.placeOf(one.id)
      if (one && (!place || (one.type !== 'ONU' && one.type !== 'PON'))) return []
      const which = place
        ? `gpon 0/${place.slot} port ${place.port}${place.onu === null ? '' : ` ont ${place.onu}`}`
        : 'all'
      const rows = parseServicePorts(await listed(session, `show service-port ${which}`))
      const ports = await portsOf(session)
      return rows.map(row => {
        const port = `pon0/${row.slot}/${row.port}`
        const onu = row.onu === null ? null : named(olt, ports, port, row.onu)
        const pon = named(olt, ports, port, null)
        return {
          interface: onu ? refOf(onu) : null,
          service_port_id: row.id,
          pon_port: pon ? refOf(pon) : null,
          onu_id: row.onu,
          svlan: row.vlan,
          user_vlan: null,
          user_vlan_pri: null,
          gem_id: row.gem,
          eth_type: null,
          flow_type: row.flowType,
          flow_param: row.flowParam,
          tag_action: row.action,
          inner_vid: row.innerVlan,
          inner_pri: row.innerPri,
          admin_status: null,
          online_state: row.up === null ? null : row.up ? ('Online' as const) : ('Offline' as const),
          description: null,
          up_traffic_profile: null,
          down_traffic_profile: null,
          method: row.method,
          config_status: row.config,
        }
      })
    },
    source,
  )

/** The blacklist of serial numbers. The OLT keeps neither a port nor a time. */
export const consoleBlacklist = (): Implementation =>
  implement(
    refusedOnts,
    async session =>
      parseBlacklist(await listed(session, 'show ont blacklist')).map(ident => ({
        interface: null,
        ident,
        kind: 'Refused' as const,
        reason: 'blacklist',
        since: null,
      })),
    source,
  )
