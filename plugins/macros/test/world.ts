import dlink from '@linecard/driver-dlink'
import {
  addedSwitch,
  startWorld as start,
  type Added,
  type Answer,
  type World,
} from '@linecard/test-kit/worlds/switches'
import macros from '../src/index.ts'

export { keyOf, stopDevices } from '@linecard/test-kit/worlds/switches'
export { addedSwitch, type Added, type Answer, type World }

export const startWorld = (): Promise<World> => start([dlink], { plugins: [macros] })

export interface Run {
  id: number
  status: string
  done: number
  of: number
  stopped_at: number | null
  cancelled_by: string | null
  commands: { at: number; command: string; output: string | null; success: boolean; error: string | null }[]
  error: { code: string; description: string } | null
}

export const control = '/component/macros-control'

export async function makeMacro(world: World, name: string, more: object): Promise<number> {
  const { status, text, body } = await world.http('POST', control, { name, ...more })
  if (status !== 201) throw new Error(text)
  return (body.data as { id: number }).id
}

export const execute = (world: World, body: object, key?: string): Promise<Answer> =>
  world.http('POST', '/component/macros/execute', body, key)
