/** A file in `files/` with its initial votes, fewer than there are demo visitors. */
type DemoItem = { name: string; hot: number; not: number }

/** In order of appearance; neighbors differ. */
export const DEMO_COLLECTION: DemoItem[] = [
  { name: 'Morning ridges.jpg', hot: 8, not: 2 },
  { name: 'Northern lights.jpg', hot: 10, not: 1 },
  { name: 'Dahlia.jpg', hot: 6, not: 3 },
  { name: 'Last light.jpg', hot: 9, not: 1 },
  { name: 'Rings.jpg', hot: 7, not: 2 },
  { name: 'Silk.webp', hot: 4, not: 4 },
  { name: 'High valley.jpg', hot: 7, not: 3 },
  { name: 'Festival night.jpg', hot: 8, not: 1 },
  { name: 'Evening swell.mp4', hot: 9, not: 2 },
  { name: 'Glass marbles.webp', hot: 5, not: 3 },
  { name: 'Balloon morning.jpg', hot: 9, not: 2 },
  { name: 'Stellar nursery.webp', hot: 6, not: 2 },
  { name: 'Paper tide.webp', hot: 4, not: 5 },
  { name: 'Sea of sand.jpg', hot: 7, not: 1 },
  { name: 'Waterfront.jpg', hot: 6, not: 4 },
  { name: 'Amber dahlia.jpg', hot: 5, not: 2 },
  { name: 'Lavender rows.jpg', hot: 8, not: 3 },
  { name: 'Drifter.mp4', hot: 7, not: 2 },
  { name: 'Spiral.jpg', hot: 9, not: 1 },
  { name: 'Rose window.jpg', hot: 6, not: 3 },
  { name: 'Blue hour.webp', hot: 7, not: 4 },
  { name: 'Violet curtains.jpg', hot: 8, not: 2 },
  { name: 'Jade and gold.jpg', hot: 3, not: 5 },
  { name: 'Into the woods.jpg', hot: 7, not: 2 },
  { name: 'Boulevard at night.jpg', hot: 5, not: 4 },
  { name: 'Moon path.webp', hot: 8, not: 1 },
]
