/**
 * The shape of a language’s words, derived from one language: a text is any text, a function takes the same
 * parameters and returns any text. A second language is typed against this, never against the texts of the
 * first.
 */
export type WordsOf<Shape> = Shape extends string
  ? string
  : Shape extends (...values: infer Values) => infer Said
    ? (...values: Values) => WordsOf<Said>
    : { readonly [Name in keyof Shape]: WordsOf<Shape[Name]> }
