import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Behaviour } from './snmp/behaviour.ts'
import type { ConsoleOptions } from './console/server.ts'
import { type Device, startDevice } from './device.ts'
import { type Clock, systemClock } from './simulated/clock.ts'
import type { CableEnd, SimulatedDevice } from './simulated/base.ts'
import { createCable } from './simulated/cable.ts'
import { type OltOptions, createOlt } from './simulated/olt.ts'
import type { Vlan } from './simulated/vlan.ts'
import { type RouterOptions, createRouter } from './simulated/router.ts'
import { type SwitchOptions, createSwitch } from './simulated/switch.ts'
import {
  type ApiServer,
  type SimulatedRouterOs,
  type RouterOsOptions,
  createRouterOs,
} from './router-os/index.ts'
import type { V3User } from './snmp/engine.ts'

/** Fields of all devices of a scene. Each has an address 127.x.y.z of its own. */
interface Common {
  ip: string
  name: string
  port?: number
  communities?: { read: string; write: string }
  v3Users?: readonly V3User[]
  behaviour?: Omit<Behaviour, 'tamper'>
}

export type SceneDevice = Common &
  (
    | ({
        kind: 'switch'
        /** Its console on TCP ports. */
        console?: ConsoleOptions
      } & Pick<SwitchOptions, 'vendor' | 'model' | 'location' | 'vlans' | 'rebootMs'>)
    | ({ kind: 'olt' } & Pick<OltOptions, 'vendor' | 'model' | 'location' | 'vlans' | 'onusPerPort'>)
    | ({ kind: 'router' } & Pick<RouterOptions, 'location' | 'vlans' | 'localAs'>)
    | ({
        kind: 'router-os'
        /** Its API: TCP ports of the plain service and of the one with TLS. */
        api?: { port?: number; tlsPort?: number; login: string; password: string }
      } & Pick<RouterOsOptions, 'location' | 'vlans' | 'localAs' | 'version' | 'board'>)
    /** A `.snmprec`, by a path relative to the scene file. */
    | { kind: 'recording'; recording: string }
  )

/** A simulated network as plain data, usually a JSON file. */
export interface Scene {
  /** UDP port of devices without a port of their own. Default 1161. */
  port?: number
  seed?: string
  vlans?: readonly Vlan[]
  devices: readonly SceneDevice[]
  /**
   * Cables between two devices: `<device name>:<port>`, where a switch's ports are numbers and others are
   * named as in ifName.
   */
  cables?: readonly (readonly [string, string])[]
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

/** Reads a scene file. Throws with the name of the file if it is no JSON or has no list of devices. */
export function readScene(path: string): { scene: Scene; folder: string } {
  let scene: unknown
  try {
    scene = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`scene ${path}: ${(error as Error).message}`, { cause: error })
  }
  if (typeof scene !== 'object' || scene === null || !('devices' in scene) || !Array.isArray(scene.devices))
    throw new Error(`scene ${path}: "devices" must be a list`)
  return { scene: scene as Scene, folder: dirname(resolve(path)) }
}

/** Starts all devices of a scene. If one fails, the others are stopped and its error is thrown. */
export async function startScene(scene: Scene, options: SceneOptions = {}): Promise<RunningScene> {
  const devices: RunningScene['devices'] = []
  const stop = async () => {
    await Promise.all(devices.map(device => device.stop()))
  }
  const cables = connectCables(scene, options.clock ?? systemClock)
  const made = scene.devices.map(plan => ({
    plan,
    simulated: createDevice(plan, scene, cables.get(plan.name) ?? {}, options.clock ?? systemClock),
  }))
  try {
    for (const { plan, simulated } of made) {
      const { ip, name, kind, communities, v3Users, behaviour } = plan
      const console = plan.kind === 'switch' ? plan.console : undefined
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

/** Makes the cables. Returns their ends by device and port. */
function connectCables(scene: Scene, clock: Clock): Map<string, Record<string, CableEnd>> {
  const ends = new Map(scene.devices.map(({ name }) => [name, {} as Record<string, CableEnd>]))
  if (ends.size < scene.devices.length) throw new Error('scene: two devices have one name')
  for (const [from, to] of scene.cables ?? []) {
    const cable = createCable({
      seed: `${scene.seed ?? ''} ${from} ${to}`,
      startMs: clock.now(),
      kind: 'steady',
      rates: [22_000_000, 3_500_000],
    })
    for (const [end, name] of ([from, to] as const).entries()) {
      const colon = name.indexOf(':')
      const device = ends.get(name.slice(0, colon))
      if (!device || colon < 0)
        throw new Error(
          `scene: the cable "${from}" – "${to}" ends at "${name}", ` +
            'which is no "<device>:<port>" of this scene',
        )
      device[name.slice(colon + 1)] = { cable, end: end as 0 | 1 }
    }
  }
  return ends
}

function createDevice(
  plan: SceneDevice,
  scene: Scene,
  cables: Record<string, CableEnd>,
  clock: Clock,
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
      return createRouter(simulated)
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
