/** An Ethernet port of an ONU in `show gpon remote-onu interface eth`. */
export interface UniLine {
  num: number
  admin: 'Enabled' | 'Disabled' | null
  link: 'Up' | 'Down' | null
  speed: string | null
  duplex: 'Full' | 'Half' | null
  adminSpeed: string | null
}

const onOff = (word: string | undefined, on: string, off: string) =>
  word === on ? true : word === off ? false : null

/**
 * Blocks of `name: value`, each of which begins with `Interface: eth_0/1`. A speed of `auto` means no link.
 */
export function readUnis(text: string): UniLine[] {
  const blocks: Map<string, string>[] = []
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at).trim().toLowerCase()
    if (name === 'interface') blocks.push(new Map())
    blocks.at(-1)?.set(
      name,
      line
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    )
  }
  return blocks.flatMap(block => {
    const num = /^eth_\d+\/(\d{1,2})$/.exec(block.get('interface') ?? '')?.[1]
    if (num === undefined) return []
    const unlocked = onOff(block.get('admin status'), 'unlock', 'lock')
    const up = onOff(block.get('operate status'), 'enable', 'disable')
    const [, duplex, speed] = /^(full|half)-(\d+)$/.exec(block.get('speed status') ?? '') ?? []
    return [
      {
        num: Number(num),
        admin: unlocked === null ? null : unlocked ? 'Enabled' : 'Disabled',
        link: up === null ? null : up ? 'Up' : 'Down',
        speed: up === true ? (speed ?? null) : null,
        duplex: up === true && duplex ? (duplex === 'full' ? 'Full' : 'Half') : null,
        adminSpeed: block.get('speed config') ?? null,
      },
    ]
  })
}
