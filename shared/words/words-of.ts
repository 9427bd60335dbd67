/**
 * The shape of a language’s words, from any one language: a text is some text, a function takes what it takes there
 * and makes some text. A second language is written against this, never against what the first one says.
 */
export type WordsOf<Shape> = Shape extends string
  ? string
  : Shape extends (...values: infer Values) => infer Said
    ? (...values: Values) => WordsOf<Said>
    : { readonly [Name in keyof Shape]: WordsOf<Shape[Name]> }
