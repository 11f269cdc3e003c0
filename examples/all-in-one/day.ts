/** What the devices of the simulated network were at times of the past day, which nobody has polled. */
import { macOf } from '@linecard/driver-kit/codecs'
import {
  adminUp,
  errors,
  identText,
  inOctets,
  isOnline,
  isUp,
  leadsOn,
  linkSpeed,
  outOctets,
  stationsOf,
  type Port,
  type RunningScene,
  type SimulatedOlt,
  type SimulatedRouter,
  type SimulatedSwitch,
} from '@linecard/simulator'
import type { Moment, PortReading, Reading, StationReading, Subscriber } from './readings.ts'

type Simulated = RunningScene['devices'][number]['simulated']
const isOlt = (device: Simulated): device is SimulatedOlt => device !== undefined && 'onus' in device
const isSwitch = (device: Simulated): device is SimulatedSwitch =>
  device !== undefined && 'stations' in device
const isRouter = (device: Simulated): device is SimulatedRouter =>
  device !== undefined && 'subscribers' in device

const portAt = (port: Port, time: number): PortReading => ({
  ifIndex: port.ifIndex,
  up: isUp(port, time),
  enabled: adminUp(port),
  mbps: linkSpeed(port, time),
  received: Math.floor(inOctets(port, time)),
  sent: Math.floor(outOctets(port, time)),
  errors: Math.floor(errors(port, time)),
})

/** Everything behind a device, whether it is heard at this time or not. */
function behind(device: Simulated, time: number): (StationReading & { heard: boolean })[] {
  if (isOlt(device))
    return device.onus.flatMap(onu =>
      stationsOf(onu).map(({ mac, vlan }) => {
        return { at: identText(onu.serial), mac: macOf(mac)!, vlan, heard: isOnline(onu, time) }
      }),
    )
  if (!isSwitch(device)) return []
  return device.stations
    .filter(({ port }) => !leadsOn(port))
    .map(({ mac, vlan, port, active }) => {
      return { at: port.ifIndex, mac: macOf(mac)!, vlan, heard: active.at(time).state && isUp(port, time) }
    })
}

/** Echoes take a little longer in the evening, and not to all devices the same. */
const echoTo = (name: string, time: number): number => {
  const hours = (time / 3_600_000) % 24
  return (0.4 + name.length / 40 + 0.15 * Math.cos(((hours - 20) * Math.PI) / 12)) / 1000
}

function readingOf(name: string, device: Simulated, time: number): Reading {
  return {
    name,
    echo: echoTo(name, time),
    ports: (device?.ports ?? []).map(port => portAt(port, time)),
    onus: isOlt(device)
      ? device.onus.map(onu => ({
          ident: identText(onu.serial),
          state: onu.state.at(time).state,
          rx: onu.rx(time),
          tx: onu.tx(time),
          oltRx: onu.oltRx(time),
        }))
      : [],
    stations: behind(device, time).flatMap(({ heard, ...station }) => (heard ? station : [])),
    arp: isRouter(device)
      ? device
          .subscribers()
          .filter(one => one.heard(time).state)
          .map(({ ifIndex, ip, mac, vlan }) => ({ ifIndex, ip, mac: macOf(mac)!, vlan }))
      : [],
  }
}

/** The network at one time. Times must not go back, and the clock of the network must stand there. */
export const momentOf = ({ devices }: RunningScene, time: number): Moment => ({
  time,
  readings: devices.map(({ name, simulated }) => readingOf(name, simulated, time)),
})

/** All subscribers of the routers, with the ports and ONUs behind which they are. */
export function subscribersOf(
  { devices }: RunningScene,
  time: number,
  middle: Moment | undefined,
): Subscriber[] {
  const heard = new Set(middle?.readings.flatMap(({ stations }) => stations.map(({ mac }) => mac)))
  const ips = new Map(
    devices.flatMap(({ simulated }) =>
      isRouter(simulated) ? simulated.subscribers().map(({ mac, ip }) => [macOf(mac)!, ip] as const) : [],
    ),
  )
  return devices.flatMap(({ name, simulated }) =>
    behind(simulated, time).flatMap(({ at, mac, vlan }) => {
      const ip = ips.get(mac)
      const heardAt = heard.has(mac) ? middle!.time : null
      return ip === undefined ? [] : { at, mac, vlan, device: name, ip, heardAt }
    }),
  )
}
