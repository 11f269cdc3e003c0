/** Bounds that no setting changes. A template of commands needs a hundredth of them. */

/** Characters of one text of a template. */
export const maxText = 200_000

/** Characters of a template with all of its blocks. */
export const maxTexts = 1_000_000

/** Names, literals and helpers in the expressions of one text. A template of 100 lines has 400. */
export const maxWords = 10_000

/** Blocks inside of blocks, and calls of helpers inside of calls. */
export const maxDepth = 50

/** `{{else if}}` of one block. */
export const maxBranches = 200

/** Blocks that include blocks. */
export const maxIncluded = 30

/** Characters of a text that a helper makes. */
export const maxValue = 100_000

/** Items of a list that a helper makes. */
export const maxItems = 10_000

/** Lines that a template gives. */
export const maxLines = 20_000
