// Fails when the package, minified with its dependency, is larger than 40 KB.
import { build } from 'esbuild';

const LIMIT = 40_000;
const { outputFiles } = await build({
  entryPoints: [new URL('../dist/src/index.js', import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  write: false,
});
const size = outputFiles[0].contents.length;
console.log(`${size} bytes minified`);
if (size > LIMIT) throw new Error(`larger than ${LIMIT} bytes`);
