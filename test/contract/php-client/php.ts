/** The text that `json_encode` of PHP makes: slashes and everything beyond ASCII are escaped. */
export const jsonEncode = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The text that `http_build_query` of PHP makes: true is 1, false 0, null is left out, spaces are `+`. */
export const httpBuildQuery = (values: Readonly<Record<string, string | number | boolean | null>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value] as const)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%20', '+')}`)
    .join('&')

/** What the client adds to every object that it sends: its own machinery, which PHP writes as `{}`. */
export const sent = (members: Readonly<Record<string, unknown>>) => ({
  ...members,
  httpClient: {},
  mapper: {},
})
