import { consoleSource, DeviceError, implement, type Implementation } from '@linecard/driver-kit'
import { isEpon, type Olt } from '@linecard/driver-kit/onus'
import { onuIpHost, refOf, uniInterfacesStatus, uniInterfacesVlans } from '@linecard/driver-kit/modules'
import { onuWord } from '../cli-names.ts'
import { readIpHosts } from '../parse/ip-hosts.ts'
import { readUniVlans } from '../parse/uni-vlans.ts'
import { readUnis } from '../parse/unis.ts'
import { oneOnu, type Dialect } from './dialect.ts'

const nothing = /no related information/i
const unreadable = (what: string) =>
  new DeviceError('ParseFailed', `The OLT prints no ${what} that can be read`)

const gponOnly = (name: string) =>
  new DeviceError('Unsupported', `${name} is an EPON ONU: this OLT tells it of GPON ONUs only`)

/** uni_interfaces_status of firmware 1.2, whose agent has no table of Ethernet ports of ONUs. */
export const consoleUnis = (olt: Olt): Implementation =>
  implement(
    uniInterfacesStatus,
    async (session, args) => {
      const one = await oneOnu(session, olt, args.interface)
      if (isEpon(one)) throw gponOnly(one.name)
      const text = await session.cli.run(`show gpon remote-onu interface eth ${onuWord(one)}`)
      const lines = readUnis(text)
      if (lines.length === 0 && !nothing.test(text)) throw unreadable('Ethernet ports of an ONU')
      const unis = lines.map(({ num, admin, link, speed, duplex, adminSpeed }) => ({
        num,
        status: admin === 'Disabled' ? ('Disabled' as const) : link,
        admin_state: admin,
        speed,
        duplex,
        admin_speed: adminSpeed,
      }))
      return unis.length > 0 ? [{ interface: refOf(one), unis }] : []
    },
    { source: consoleSource },
  )

/** uni_interfaces_vlans of one ONU, from its configuration. */
export const uniVlans = (olt: Olt, dialect: Dialect): Implementation =>
  implement(
    uniInterfacesVlans,
    async (session, args) => {
      const one = await oneOnu(session, olt, args.interface)
      const text = await dialect.config(session, one)
      const rows = readUniVlans(text)
      if (rows.length === 0 && !nothing.test(text) && !/onu-mng|service|^\s*!\s*$/m.test(text))
        throw unreadable('configuration of an ONU')
      return [
        {
          interface: refOf(one),
          unis: rows.map(({ num, pvid, mode, trunk }) => ({
            num,
            pvid,
            pvid_mode: mode,
            ...(trunk !== null && { trunk_vlans: trunk }),
          })),
        },
      ]
    },
    { source: consoleSource },
  )

/** onu_ip_host. Hosts without an address are left out. */
export const ipHosts = (olt: Olt): Implementation =>
  implement(
    onuIpHost,
    async (session, args) => {
      const one = await oneOnu(session, olt, args.interface)
      if (isEpon(one)) throw gponOnly(one.name)
      const text = await session.cli.run(`show gpon remote-onu ip-host ${onuWord(one)}`)
      const hosts = readIpHosts(text)
      if (hosts.length === 0 && !nothing.test(text)) throw unreadable('IP hosts of an ONU')
      return {
        data: hosts
          .filter(({ ip }) => ip !== null)
          .map(({ id, mac, ip, mask, gateway, dns }) => ({
            host_id: id,
            mac_address: mac,
            current_ip_address: ip,
            current_mask: mask,
            current_gateway: gateway,
            current_primary_dns: dns[0],
            current_second_dns: dns[1],
          })),
      }
    },
    { source: consoleSource },
  )
