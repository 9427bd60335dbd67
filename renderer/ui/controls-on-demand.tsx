import { partOnDemand } from './on-demand.tsx'
import { Skeleton } from './skeleton.tsx'

// Beside a control that does the same, so that a form is usable before their code is here.

export const Slider = partOnDemand(
  async () => (await import('./slider.tsx')).Slider,
  <Skeleton height={16} />,
)
export const Menu = partOnDemand(
  async () => (await import('./menu.tsx')).Menu,
  <Skeleton width="24px" height={24} />,
)
