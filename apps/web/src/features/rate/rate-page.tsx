export function RatePage() {
  return <h1>Rate Photos</h1>
}
