// Prints the credentials of a new tenant, in the shape of demo-credentials.json: for programs that
// place the README's order, whose subject would not be called twice within four hours.
import { newTenant } from './service.js';

console.log(JSON.stringify(await newTenant()));
