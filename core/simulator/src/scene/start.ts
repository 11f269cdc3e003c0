import { resolve } from 'node:path'
import { type Device, startDevice } from '../device.ts'
import { type ApiServer, type SimulatedRouterOs, createRouterOs } from '../router-os/index.ts'
import type { SimulatedDevice, CableEnd } from '../simulated/base.ts'
import { type Clock, systemClock } from '../simulated/clock.ts'
import type { Scene, SceneDevice } from './scene.ts'
import { createCable } from '../simulated/cable.ts'
import { createOlt } from '../olts/index.ts'
import type { Subscriber } from '../simulated/router-networks.ts'
import { createRouter } from '../simulated/router.ts'
import { createSwitch, type SimulatedSwitch } from '../simulated/switch.ts'
import { stationsOf } from '../olt/behind.ts'
import type { SimulatedOlt } from '../olt/olt.ts'
import { isUp, leadsOn } from '../simulated/port.ts'

const behindSwitch = ({ stations }: SimulatedSwitch): Subscriber[] =>
  stations.flatMap(({ mac, vlan, port, active }) =>
    leadsOn(port)
      ? []
      : {
          mac,
          vlan,
          heard(now) {
            const [own, cable] = [active.at(now), port.cable.at(now)]
            return { state: own.state && isUp(port, now), untilMs: Math.min(own.untilMs, cable.untilMs) }
          },
        },
  )

const behindOlt = (olt: SimulatedOlt): Subscriber[] =>
  olt.onus.flatMap(onu =>
    stationsOf(onu).map(({ mac, vlan }) => ({
      mac,
      vlan,
      heard(now) {
        // What its script has for this time has happened.
        olt.now()
        const { state, untilMs } = onu.state.at(now)
        return { state: state === 'Online', untilMs }
      },
    })),
  )

/** The subscribers behind the switches and OLTs of a scene, in the order of the scene. */
const subscribersIn = (devices: readonly (SimulatedDevice | undefined)[]): Subscriber[] =>
  devices.flatMap(device => {
    if (!device) return []
    if ('onus' in device) return behindOlt(device as SimulatedOlt)
    return 'stations' in device ? behindSwitch(device as SimulatedSwitch) : []
  })

/**
 * Makes the simulated device of a plan. Undefined for a recording. Throws if the kind is unknown.
 * @param subscribers those of the scene; they are known when all devices are made
 */
function createDevice(
  plan: SceneDevice,
  scene: Scene,
  cables: Record<string, CableEnd>,
  clock: Clock,
  subscribers: () => readonly Subscriber[],
): SimulatedDevice | undefined {
  const simulated = {
    ...(scene.vlans && { vlans: scene.vlans }),
    ...plan,
    seed: `${scene.seed ?? ''} ${plan.name}`,
    cables,
    clock,
  }
  switch (simulated.kind) {
    case 'switch':
      return createSwitch(simulated)
    case 'olt':
      return createOlt(simulated)
    case 'router':
      return createRouter({
        ...simulated,
        subscribers: simulated.serves === 'scene' ? subscribers : undefined,
      })
    case 'router-os':
      return createRouterOs(simulated)
    case 'recording':
      return undefined
    default:
      throw new Error(
        `scene: device "${plan.name}" has the kind "${(plan as { kind: unknown }).kind}"; ` +
          'it must be switch, olt, router, router-os or recording',
      )
  }
}

/** Makes the cables. Returns their ends by device and port. */
function connectCables(scene: Scene, clock: Clock): Map<string, Record<string, CableEnd>> {
  const ends = new Map(scene.devices.map(({ name }) => [name, {} as Record<string, CableEnd>]))
  if (ends.size < scene.devices.length) throw new Error('scene: two devices have the same name')
  for (const [from, to] of scene.cables ?? []) {
    const cable = createCable({
      seed: `${scene.seed ?? ''} ${from} ${to}`,
      startMs: clock.now(),
      kind: 'steady',
      rates: [22_000_000, 3_500_000],
      daily: scene.daily,
    })
    for (const [end, name] of ([from, to] as const).entries()) {
      const colon = name.indexOf(':')
      const device = ends.get(name.slice(0, colon))
      if (!device || colon < 0)
        throw new Error(
          `scene: the cable "${from}" – "${to}" ends at "${name}", ` +
            'which is not a "<device>:<port>" of this scene',
        )
      device[name.slice(colon + 1)] = { cable, end: end as 0 | 1 }
    }
  }
  return ends
}

export interface RunningScene {
  devices: (Device & {
    name: string
    kind: SceneDevice['kind']
    simulated?: SimulatedDevice
    api?: ApiServer
  })[]
  stop(): Promise<void>
}

export interface SceneOptions {
  clock?: Clock
  /** Overrides the port of the scene. Consoles and APIs then take free ports. */
  port?: number
  /** Folder to which paths of recordings are relative. */
  folder?: string
}

/** Starts all devices of a scene. If one fails, the others are stopped and its error is thrown. */
export async function startScene(scene: Scene, options: SceneOptions = {}): Promise<RunningScene> {
  const devices: RunningScene['devices'] = []
  const stop = async () => {
    await Promise.all(devices.map(device => device.stop()))
  }
  const cables = connectCables(scene, options.clock ?? systemClock)
  const clock = options.clock ?? systemClock
  const subscribers = () => subscribersIn(made.map(({ simulated }) => simulated))
  const made: { plan: SceneDevice; simulated: SimulatedDevice | undefined }[] = scene.devices.map(plan => ({
    plan,
    simulated: createDevice(plan, scene, cables.get(plan.name) ?? {}, clock, subscribers),
  }))
  try {
    for (const { plan, simulated } of made) {
      const { ip, name, kind, communities, v3Users, behaviour } = plan
      const console = plan.kind === 'switch' || plan.kind === 'olt' ? plan.console : undefined
      const free =
        options.port === undefined
          ? {}
          : {
              ...(console?.telnet === undefined ? {} : { telnet: 0 }),
              ...(console?.ssh === undefined ? {} : { ssh: 0 }),
            }
      const device = await startDevice({
        ip,
        port: options.port ?? plan.port ?? scene.port ?? 1161,
        ...(communities && { communities }),
        ...(v3Users && { v3Users }),
        ...(behaviour && { behaviour }),
        ...(console && { console: { ...console, ...free } }),
        ...(simulated
          ? { simulated }
          : { recording: resolve(options.folder ?? '.', (plan as { recording: string }).recording) }),
      })
      // The counters of the device are getters. A copy would keep their present values.
      const running = Object.assign(device, { name, kind, ...(simulated && { simulated }) })
      devices.push(running)
      if (plan.kind === 'router-os' && plan.api)
        await serveApi(running, simulated as SimulatedRouterOs, plan.api, options.port !== undefined)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { devices, stop }
}

/** Starts the API of a RouterOS. It stops together with the device. */
async function serveApi(
  device: Device,
  simulated: SimulatedRouterOs,
  { port, tlsPort, ...login }: { port?: number; tlsPort?: number; login: string; password: string },
  free: boolean,
): Promise<void> {
  const api = await simulated.startApi({
    ...login,
    ...(port !== undefined && { port: free ? 0 : port }),
    ...(tlsPort !== undefined && { tlsPort: free ? 0 : tlsPort }),
  })
  const { stop } = device
  Object.assign(device, {
    api,
    stop: async () => {
      await Promise.all([stop(), api.stop()])
    },
  })
}
