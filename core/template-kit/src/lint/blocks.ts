import type { Say } from './say.ts'
import type { Token } from './tokens.ts'

/** Blocks that are not closed, or closed by another name. True: there is such a mistake. */
export function checkBlocks(tokens: readonly Token[], say: Say): boolean {
  const open: Token[] = []
  for (const token of tokens) {
    const { kind, name } = token
    if (kind === 'open' || (kind === 'include' && token.body.startsWith('#'))) open.push(token)
    else if (kind === 'else' && open.length === 0) {
      say(
        'ELSE_OUTSIDE',
        token,
        '`{{else}}` stands outside of a block',
        'Put it between `{{#if …}}` and `{{/if}}`.',
      )
      return true
    } else if (kind === 'close') {
      const around = open.pop()
      if (around === undefined) {
        const hint =
          name === 'else' ? 'Write `{{else}}`.' : `Delete it, or write \`{{#${name} …}}\` before it.`
        say('BLOCK_UNOPENED', token, `\`{{/${name}}}\` closes a block that was not opened`, hint)
        return true
      }
      if (around.name === name) continue
      say(
        'BLOCK_MISMATCH',
        token,
        `\`{{#${around.name}}}\` of line ${around.line} is closed by \`{{/${name}}}\``,
        `Write \`{{/${around.name}}}\` here, or close the blocks in the order in which they were opened.`,
      )
      return true
    }
  }
  const last = open.at(-1)
  if (!last) return false
  if (last.name === 'else' || last.name === 'elseif')
    say(
      'ELSE_WRONG',
      last,
      `\`{{#${last.name}}}\` opens a block`,
      'Write `{{else}}` or `{{else if (eq a b)}}`.',
    )
  else
    say(
      'BLOCK_UNCLOSED',
      last,
      `\`{{#${last.name}}}\` is never closed`,
      `Write \`{{/${last.name}}}\` where it ends.`,
    )
  return true
}
