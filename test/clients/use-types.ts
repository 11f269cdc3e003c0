// Compiled by test/contract/generators.test.ts with the types that openapi-typescript makes of the document.
import type { components, operations, paths } from './schema.ts'

type Json<R> = R extends { content: { 'application/json': infer B } } ? B : never
type Answer<O extends { responses: object }, S extends keyof O['responses']> = Json<O['responses'][S]>

/** An answer of GET /device/{id}: a device or an error, told apart by the status. */
type DeviceAnswer =
  | Answer<operations['inventory.device.get'], 200>
  | Answer<operations['inventory.device.get'], 404>

export function nameOf(answer: DeviceAnswer): string {
  if ('error' in answer) {
    const code: string = answer.error.code
    return code
  }
  const { id, ip, name, model } = answer.data
  const number: number = id
  // @ts-expect-error An id is a number.
  const text: string = id
  return `${number} ${text} ${ip} ${name} ${model?.name ?? 'unknown'}`
}

/** The same operation by its path. */
type ByPath = paths['/api/v1/device/{id}']['get']
export const ofPath = (answer: Answer<ByPath, 200>): string => answer.data.ip

/** One module's result out of those of `module.read`. */
type Read = Answer<operations['equipment.module.read'], 200>['data']
type Fdb = components['schemas']['equipment.FdbResult']
export const macsOf = (data: Read): string[] => (data as Fdb).map(row => row.mac_address)
// @ts-expect-error A row of the FDB has no such member.
export const wrong = (data: Fdb) => data.map(row => row.no_such_member)

/** What a change takes: a misspelt field does not compile. */
type PortBody = NonNullable<operations['switches.port.set']['requestBody']>['content']['application/json']
export const body: PortBody = { interface: '1/3', description: 'flat 3' }
// @ts-expect-error There is no such field.
export const misspelt: PortBody = { interface: '1/3', descripton: 'flat 3' }
