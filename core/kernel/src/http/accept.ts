/** The weights that a header such as `Accept` gives to names (RFC 9110 §12.4.2). A bad weight is none. */
export function weightsOf(header: string): ReadonlyMap<string, number> {
  return new Map(
    header
      .toLowerCase()
      .split(',')
      .map(part => {
        const [name = '', ...more] = part.split(';').map(text => text.trim())
        const weight = Number(more.find(text => text.startsWith('q='))?.slice(2) ?? '1')
        return [name, weight > 0 ? weight : 0]
      }),
  )
}

/** The codings in which answers are sent, the best one first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The best coding that the header `Accept-Encoding` allows. Undefined: as it is. */
export function encodingFor(header: string): Coding | undefined {
  const weights = weightsOf(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = codings.filter(name => weightOf(name) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
  return best
}

/** What a client of the header `Accept` wants to read. Who does not care gets a page. */
export function readerOf(header: string): 'page' | 'json' {
  const weights = weightsOf(header)
  const any = weights.get('*/*') ?? 0
  const page = weights.get('text/html') ?? weights.get('text/*') ?? any
  const json = weights.get('application/json') ?? weights.get('application/*') ?? any
  return json > page ? 'json' : 'page'
}

/** Whether a person with a browser asks: only browsers name HTML. */
export const isBrowser = (header: string): boolean => (weightsOf(header).get('text/html') ?? 0) > 0
