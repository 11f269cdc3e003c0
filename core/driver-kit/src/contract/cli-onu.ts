/** The place of an ONU, as its OLT counts. */
export interface CliOnuPlace {
  kind: 'gpon' | 'epon'
  shelf: number
  slot: number
  port: number
  onu: number
}

/**
 * How the console of an OLT prints what is configured of one ONU, and how such a line is typed again. A line
 * has neither the place nor the ident of its ONU nor numbers that the OLT gives: the same setting is the same
 * text at another place. `onuLine` makes it.
 */
export interface CliOnu {
  /** Commands that show the lines of the place, typed in the main mode. */
  show(place: CliOnuPlace): readonly string[]
  /** Commands that are typed after them, by what they have shown. */
  more?(lines: readonly string[], place: CliOnuPlace): readonly string[]
  /** What the OLT says where there is no such ONU. Other refusals say nothing about the place. */
  absent?: RegExp
  /** The lines of the ONU in an output of a command. */
  lines(output: string, place: CliOnuPlace): readonly string[]
  /**
   * Commands that give the ONU of a place this line, from the main mode and back to it. Null: it comes with
   * the registration, or cannot be typed.
   */
  typed(line: string, place: CliOnuPlace): readonly string[] | null
  /** Lines of which an ONU has one: typed, it takes the place of the one before. */
  single: RegExp
}
