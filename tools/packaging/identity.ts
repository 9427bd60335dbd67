/** What systems and updates know the desktop by. Once released, none of it may change. */
export const identity = {
  appId: 'studio.atelier.desktop',
  productName: 'Atelier',
  /** The program's own name on Linux. */
  executable: 'atelier',
  /** Deep links: `atelier://…`. */
  scheme: 'atelier',
  /** Recipes that a person opens from a folder. */
  recipeExtension: 'atelier-recipe',
} as const
