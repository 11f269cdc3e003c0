import { oxidizedPlatforms, type Platform } from './platforms.ts'
import type { PromptCase } from './results.ts'
import type { readPrompts } from './oxidized.ts'

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''))

/** Texts that the other system tests as prompts, and whether our profiles take them for prompts. */
export function promptCases(
  platforms: ReadonlyMap<string, Platform>,
  prompts: Awaited<ReturnType<typeof readPrompts>>,
): PromptCase[] {
  return prompts.flatMap(({ model, pass, fail }) => {
    const platform = oxidizedPlatforms[model]
    if (!platform) return []
    const { profile } = platforms.get(platform)!
    // The engine removes sequences of the terminal before it looks for a prompt.
    const shown = (text: string) =>
      text
        .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
        .replace(/^.*\r/s, '')
        .trimEnd()
    const fits = (text: string) =>
      Object.values(profile.modes).some(({ prompt }) => whole(prompt).test(shown(text)))
    return [
      ...pass.map(prompt => ({ model, platform, prompt, should: true, is: fits(prompt) })),
      ...fail.map(prompt => ({ model, platform, prompt, should: false, is: fits(prompt) })),
    ]
  })
}
