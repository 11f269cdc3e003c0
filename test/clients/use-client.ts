// Compiled by test/contract/generators.test.ts with the client that swagger-typescript-api makes.
import { Api } from './api.ts'

const api = new Api({ baseUrl: 'http://127.0.0.1:8088' })

export async function nameOf(id: string): Promise<string> {
  const answer = await api.api.inventoryDeviceGet(id)
  const name: string = answer.data.data.name
  return name
}
