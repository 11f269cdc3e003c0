import type { Doubt } from './found.ts'

/** A scan of a broken network must not answer with a million sentences. */
const [most, mostDevices, longestName] = [1000, 20, 60]

export interface Doubts {
  add(kind: Doubt['kind'], devices: Iterable<number>, text: string): void
  readonly list: readonly Doubt[]
  readonly more: number
}

export function collectDoubts(): Doubts {
  const list: Doubt[] = []
  const known = new Set<string>()
  let more = 0
  return {
    list,
    get more() {
      return more
    },
    add(kind, devices, text) {
      const ids = [...new Set(devices)].toSorted((a, b) => a - b).slice(0, mostDevices)
      const key = `${kind} ${ids.join()} ${text}`
      if (known.has(key)) return
      if (list.length === most) {
        more++
        return
      }
      known.add(key)
      list.push({ kind, devices: ids, text })
    },
  }
}

/** A text of a device in a sentence: short, without control characters. */
export function quoted(text: string): string {
  const plain = text.slice(0, longestName).replace(/\p{C}/gu, ' ')
  return `"${plain}${text.length > longestName ? '…' : ''}"`
}
