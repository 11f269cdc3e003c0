/** The API for an integration: HTTP, a key, the envelope. */
export interface Client {
  call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<{ data: T; meta: unknown }>
  readonly url: string
  readonly key: string
}

/** Signs in. Returns a client with the key. */
export async function signIn(url: string, login: string, password: string): Promise<Client> {
  const request = async (method: string, path: string, body: unknown, key: string | null) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key ? { 'X-Auth-Key': key } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const envelope = (await answer.json()) as {
      data: never
      meta: unknown
      error?: { code: string; description: string }
    }
    if (envelope.error)
      throw new Error(`${method} ${path}: ${envelope.error.description} (${envelope.error.code})`)
    return envelope
  }
  const { data } = await request('POST', '/auth', { login, password }, null)
  const key = (data as { key: string }).key
  return { url, key, call: (method, path, body) => request(method, path, body, key) }
}
